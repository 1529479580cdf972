const MOST_CENTS = 1_000_000;

/** A dollar amount as people type it: `25`, `25.5`, `$1,000.00`. Read digit by digit, so that no cent is lost. */
export function parseAmount(text: string): { cents: number } | { problem: string } {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');
  if (plain === '') return { problem: 'auto_recharge is required. Write 0 to switch it off.' };
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) {
    return { problem: `auto_recharge must be an amount in dollars such as 25.00; got "${shortened(text)}".` };
  }
  const [, dollars = '', decimals = ''] = match;
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > MOST_CENTS ? { problem: 'auto_recharge must be at most 10,000.00.' } : { cents };
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
