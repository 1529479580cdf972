/** The reason, as a sentence for people, why one order cannot be read. The mapper throws it. */
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
