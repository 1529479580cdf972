/**
 * Work that continues after its call was answered. When a service stops, it waits for this work. The work must report
 * its own failures.
 */
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
