/** What is wrong with an amount. */
export type DollarsFault = 'malformed' | 'too_precise' | 'too_large';

/**
 * Reads an amount as people type it: `25`, `25.5`, `.5`, `$1,000.00`, `25,50`. It is read digit by digit, so that no
 * cent is lost.
 */
export function readDollars(text: string, maxCents: number): { cents: number } | { fault: DollarsFault } {
  const plain = withPoint(
    text
      .trim()
      .replace(/^\$\s*/, '')
      .replace(/,(?=\d{3}(\D|$))/g, ''),
  );
  const [dollars = '', decimals = '0', ...more] = (plain.startsWith('.') ? `0${plain}` : plain).split('.');
  if (more.length > 0 || !isDigits(dollars) || !isDigits(decimals)) return { fault: 'malformed' };
  if (decimals.length > 2) return { fault: 'too_precise' };
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > maxCents ? { fault: 'too_large' } : { cents };
}

/**
 * Returns the amount with a decimal point in place of a decimal comma. In many languages, a phone's keyboard for
 * amounts has a comma but no point. A comma before three digits separates thousands and is no decimal comma.
 */
function withPoint(amount: string): string {
  const [whole, decimals, ...more] = amount.split(',');
  const isDecimal = more.length === 0 && (decimals?.length === 1 || decimals?.length === 2);
  return isDecimal && !amount.includes('.') ? `${whole}.${decimals}` : amount;
}

const isDigits = (text: string) => /^\d+$/.test(text);

/** Formats an amount for a form: `10,000.00`. */
export const inDollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
