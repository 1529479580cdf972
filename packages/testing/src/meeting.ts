/** A pause that ends when a given number of calls wait in it. */
export class Meeting {
  private expected = 1;
  private waiting: (() => void)[] = [];

  /** The next calls wait until this many of them wait. Without this, a call does not wait. */
  expect(calls: number): void {
    this.expected = calls;
  }

  readonly join = (): Promise<void> =>
    new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length >= this.expected) this.end();
    });

  end(): void {
    this.expected = 1;
    for (const go of this.waiting.splice(0)) go();
  }
}
