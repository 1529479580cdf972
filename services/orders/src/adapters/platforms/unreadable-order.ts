/** Why one order cannot be read, as a sentence for people. */
export class UnreadableContent extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'UnreadableContent';
  }
}

/** @throws UnreadableContent for any currency other than US dollars */
export function requireDollars(currency: string): void {
  if (currency !== 'USD') {
    throw new UnreadableContent(`The order is in ${currency}; only orders in USD are taken.`);
  }
}
