interface Rule {
  /** Name of the field, as problems call it. */
  readonly field: string;
  readonly maxCents: number;
}

/** A dollar amount as people type it: `25`, `25.5`, `$1,000.00`. Read digit by digit, so that no cent is lost. */
export function readDollars(
  text: string,
  { field, maxCents }: Rule,
): { cents: number } | { problem: string } {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) {
    return { problem: `${field} must be an amount in dollars such as 25.00; got "${shortened(text)}".` };
  }
  const [, dollars = '', decimals = ''] = match;
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > maxCents ? { problem: `${field} must be at most ${inDollars(maxCents)}.` } : { cents };
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** `10,000.00`. */
const inDollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
