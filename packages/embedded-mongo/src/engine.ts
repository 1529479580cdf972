import type { Document } from 'bson';
import { Cursors } from './cursors';
import { EngineError } from './engine-error';
import { type Plan, planQuery } from './query/plan';
import { type SortField, sortBy } from './query/sort';
import { type Row, type WalkStatistics, walkPlan } from './query/walk-plan';
import { Catalog, type Collection, type Index } from './storage/catalog';
import { Documents } from './storage/documents';
import type { FreeBytes } from './storage/free-space';
import { Storage } from './storage/storage';
import { Transactions } from './transactions';

export interface EngineOptions {
  dataDir: string;
  fsync?: boolean | undefined;
  now: () => Date;
  freeBytes?: FreeBytes | undefined;
}

const MAX_EXPIRED = 1000;

export class Engine {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly cursors: Cursors;
  readonly transactions: Transactions;
  readonly now: () => Date;

  constructor({ dataDir, fsync, now, freeBytes }: EngineOptions) {
    this.storage = new Storage(dataDir, () => this.catalog.load(), fsync, freeBytes);
    this.catalog = new Catalog(this.storage);
    this.documents = new Documents(this.storage, this.catalog);
    this.transactions = new Transactions(this.storage);
    this.cursors = new Cursors(() => now().getTime());
    this.now = now;
  }

  plan(collection: Collection, filter: Document, sort: readonly SortField[] = []): Plan {
    return planQuery(collection, filter, sort);
  }

  /** Yields the rows of a plan in the requested order. Sorts the rows if the plan does not yield them in this order. */
  rows(
    collection: Collection,
    plan: Plan,
    sort: readonly SortField[],
    statistics?: WalkStatistics,
  ): Iterable<Row> {
    const walk = walkPlan(
      this.storage,
      this.documents,
      collection,
      plan,
      statistics ?? { keysExamined: 0, docsExamined: 0 },
    );
    return plan.sorted ? walk : sortBy([...walk], (row) => row.document, sort);
  }

  /** @param whole decodes every field of each document, for callers that read the whole document */
  find(namespace: string, filter: Document, sort: readonly SortField[] = [], whole = false): Iterable<Row> {
    const collection = this.catalog.get(namespace);
    if (!collection) {
      this.plan({ namespace, space: Buffer.alloc(4), indexes: [] }, filter, sort);
      return [];
    }
    const plan = this.plan(collection, filter, sort);
    if (whole && plan.residual) plan.residual.fields = undefined;
    return this.rows(collection, plan, sort);
  }

  existing(namespace: string): Collection {
    const collection = this.catalog.get(namespace);
    if (!collection) throw new EngineError('NamespaceNotFound', `ns does not exist: ${namespace}`);
    return collection;
  }

  /** Deletes expired documents (TTL indexes) and idle cursors. */
  async sweep(): Promise<void> {
    this.cursors.dropIdle();
    await this.transactions.write(() => {
      for (const collection of this.catalog.all())
        for (const index of collection.indexes)
          if (index.expireAfterSeconds !== undefined)
            this.removeExpired(collection, index, index.expireAfterSeconds);
    });
  }

  private removeExpired(collection: Collection, { fields, spec }: Index, seconds: number): void {
    const $lt = new Date(this.now().getTime() - seconds * 1000);
    const filter = { $and: [{ [fields[0]!.path]: { $lt } }, spec.partialFilterExpression ?? {}] };
    const expired: Row[] = [];
    for (const row of this.find(collection.namespace, filter)) if (expired.push(row) === MAX_EXPIRED) break;
    for (const row of expired) this.documents.remove(collection, row.idKey, row.document);
  }
}
