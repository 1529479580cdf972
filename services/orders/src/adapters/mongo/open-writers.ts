import { randomBytes } from 'node:crypto';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Collection } from 'mongodb';
import type { CountersDocument } from './counters-document';
import { CountersWriter } from './counters-writer';

export interface OpenWriter {
  writer: CountersWriter;
  /** Changes whose figures wait in the counters, as far as this process knows. */
  waiting: number;
}

const KEPT_WRITERS = 10_000;
/** Writers of processes that are gone leave with the next epoch. */
const MANY_WRITERS = 16;

/** This process's present writer of each account. */
export class OpenWriters {
  private readonly open = new BoundedMap<number, Promise<OpenWriter>>(KEPT_WRITERS);
  private readonly self = randomBytes(6).toString('base64url');
  private serial = 0;

  constructor(
    private readonly counters: Collection<CountersDocument>,
    /** Called for an account that keeps many writers of processes that are gone. */
    private readonly onMany: (accountId: number) => void,
  ) {}

  of(accountId: number): Promise<OpenWriter> {
    const known = this.open.get(accountId);
    if (known) return known;
    const loaded = this.load(accountId);
    this.open.set(accountId, loaded);
    loaded.catch(() => {
      if (this.open.get(accountId) === loaded) this.open.delete(accountId);
    });
    return loaded;
  }

  /** A new writer, for the epoch of the document. */
  begin(document: Pick<CountersDocument, '_id' | 'epoch' | 'waiting'>): OpenWriter {
    const begun = this.create(document);
    this.open.set(document._id, Promise.resolve(begun));
    return begun;
  }

  /** The next one will have a name of its own and the epoch of that time. */
  end(accountId: number): void {
    this.open.delete(accountId);
  }

  nextChangeId(epoch: number): string {
    this.serial += 1;
    return `${epoch}.${this.self}.${this.serial.toString(36)}`;
  }

  private create({
    _id: accountId,
    epoch,
    waiting = 0,
  }: Pick<CountersDocument, '_id' | 'epoch' | 'waiting'>) {
    this.serial += 1;
    const name = `${this.self}${this.serial.toString(36)}`;
    return { writer: new CountersWriter({ counters: this.counters, accountId, epoch, name }), waiting };
  }

  private async load(accountId: number): Promise<OpenWriter> {
    const filter = { _id: accountId, accountId };
    const projection = { epoch: 1, waiting: 1, counted: 1 };
    const present = await this.counters.findOne(filter, { projection });
    if (Object.keys(present?.counted ?? {}).length > MANY_WRITERS) this.onMany(accountId);
    return this.create(present ?? (await this.insert(accountId)));
  }

  private async insert(accountId: number): Promise<Pick<CountersDocument, '_id' | 'epoch'>> {
    const upsert = () =>
      this.counters.findOneAndUpdate(
        { _id: accountId, accountId },
        { $setOnInsert: { epoch: 0, revision: 0, counts: {} } },
        { upsert: true, returnDocument: 'after' },
      );
    // Two that create it at once: one of them may be told that the key is taken, and then finds it.
    return (await upsert().catch(upsert)) ?? { _id: accountId, epoch: 0 };
  }
}
