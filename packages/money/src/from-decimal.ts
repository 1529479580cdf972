import { type Cents, cents } from './cents';

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/;

/**
 * Converts an amount that is written as a decimal number (`12.5`, `-0.30`). A third decimal of 5 or more rounds away
 * from zero. Uses no floating point.
 * @throws RangeError for any other form
 */
export function fromDecimal(text: string): Cents {
  const [, sign, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('An amount must be written as a decimal number.');
  const exact = Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  const rounded = (part[2] ?? '0') >= '5' ? exact + 1 : exact;
  return cents(sign ? -rounded : rounded);
}
