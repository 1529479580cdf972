/** Work that goes on behind answered calls, and that a stop waits for. What is added reports its own failure. */
export class BackgroundWork {
  private readonly underWay = new Set<Promise<void>>();

  add(work: Promise<void>): void {
    this.underWay.add(work);
    void work.then(() => this.underWay.delete(work));
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }
}
