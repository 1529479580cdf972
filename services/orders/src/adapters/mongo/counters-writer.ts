import type { Collection } from 'mongodb';
import type { CountersDocument } from './counters-document';
import { type CarriedChange, incrementsOf } from './uncounted-change';

interface Place {
  counters: Collection<CountersDocument>;
  accountId: number;
  /** The epoch in which it may count. */
  epoch: number;
  /** Nobody else's, ever. */
  name: string;
}

/**
 * Counts changes of one account for this process, one update after the other. What it counted stands in the counters'
 * document in a list that it alone writes: an id leaves the list with the next update once no order carries it, so that
 * forgetting costs no write.
 */
export class CountersWriter {
  readonly epoch: number;
  private updates = 0;
  private readonly ids = new Set<string>();

  constructor(private readonly place: Place) {
    this.epoch = place.epoch;
  }

  /**
   * Adds up changes that stand in their orders, in one update. False: the epoch is over, and nothing was counted. After
   * a failure nobody knows whether they are counted, and the writer must not be used any more.
   */
  async count(carried: readonly CarriedChange[]): Promise<boolean> {
    const { counters, accountId, epoch } = this.place;
    const path = this.path();
    const n = this.updates + 1;
    const ids = new Set([...this.ids, ...carried.map(({ change }) => change.id)]);
    const isNext = { [`${path}.n`]: this.updates === 0 ? { $exists: false } : this.updates };
    const update = () =>
      counters.updateOne(
        { _id: accountId, accountId, epoch, ...isNext },
        { $inc: { revision: 1, ...incrementsOf(carried) }, $set: { [path]: { n, ids: [...ids] } } },
      );
    const { matchedCount } = await update().catch(update);
    if (matchedCount === 0 && !(await this.hasDone(n))) return false;
    this.updates = n;
    for (const { change } of carried) this.ids.add(change.id);
    return true;
  }

  /** No order carries them any more. */
  forget(changeIds: readonly string[]): void {
    for (const id of changeIds) this.ids.delete(id);
  }

  private async hasDone(n: number): Promise<boolean> {
    const { counters, accountId } = this.place;
    const filter = { _id: accountId, accountId, [`${this.path()}.n`]: n };
    return (await counters.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  private path(): string {
    return `counted.${this.place.epoch}-${this.place.name}`;
  }
}
