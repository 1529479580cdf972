/** Work that continues after its call was answered; a stop waits for it. Added work reports its own failures. */
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
