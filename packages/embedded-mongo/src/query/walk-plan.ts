import type { Document } from 'bson';
import { decode, decodeFields } from '../bson-values';
import type { Collection } from '../storage/catalog';
import type { Documents } from '../storage/documents';
import type { Entry, Storage } from '../storage/storage';
import type { KeyRange } from './index-bounds';
import type { Plan } from './plan';

/** From this size on, reading a few fields is cheaper than decoding the whole document. */
const LARGE_DOCUMENT = 512;

/** A stored document that is decoded on first access. */
export class Row {
  constructor(
    readonly idKey: Buffer,
    readonly raw: Buffer,
    private decoded?: Document,
  ) {}

  get document(): Document {
    this.decoded ??= decode(this.raw);
    return this.decoded;
  }

  /** Returns the document with at least these top-level fields decoded. */
  having(names: ReadonlySet<string> | undefined): Document {
    const large = this.raw.length >= LARGE_DOCUMENT;
    return names && large && !this.decoded ? decodeFields(this.raw, names) : this.document;
  }
}

export interface WalkStatistics {
  keysExamined: number;
  docsExamined: number;
}

const FIRST_CHUNK = 32;
const LARGEST_CHUNK = 1024;

/**
 * Yields the documents of a plan one by one. Between two documents, no transaction stays open: the walk continues after
 * the last key. So a cursor may be idle for minutes while other clients write.
 */
export function* walkPlan(
  storage: Storage,
  documents: Documents,
  collection: Collection,
  plan: Plan,
  statistics: WalkStatistics,
): Generator<Row> {
  const byDocument = plan.index === undefined || plan.index.name === '_id_';
  const seen = plan.index?.multikey ? new Set<string>() : undefined;
  const space = plan.index?.space ?? collection.space;
  const { residual } = plan;
  const { changes } = storage;
  for (const { key, value: seenValue } of entriesOf(storage, space, plan)) {
    if (plan.index) statistics.keysExamined++;
    // Entries are read in advance. After a write, the entry may have been removed or changed, so it is read again.
    const value = storage.changes === changes ? seenValue : storage.get(key);
    if (!value) continue;
    let row: Row;
    if (byDocument) {
      row = new Row(key.subarray(4), value);
    } else {
      if (seen) {
        const id = value.toString('latin1');
        if (seen.has(id)) continue;
        seen.add(id);
      }
      row = new Row(value, documents.get(collection, value)!);
    }
    statistics.docsExamined++;
    if (!residual || residual.predicate(row.having(residual.fields))) yield row;
  }
}

/** Counts a plan's documents from index keys alone. Returns undefined when documents must be read. */
export function countByKeys(storage: Storage, collection: Collection, plan: Plan): number | undefined {
  if (plan.residual || plan.index?.multikey) return undefined;
  const space = plan.index?.space ?? collection.space;
  return plan.ranges.reduce(
    (sum, { from, to }) => sum + storage.count(Buffer.concat([space, from]), Buffer.concat([space, to])),
    0,
  );
}

function* entriesOf(storage: Storage, space: Buffer, plan: Plan): Generator<Entry> {
  const ranges = plan.reverse ? plan.ranges.toReversed() : plan.ranges;
  if (plan.keys) {
    for (const { from } of ranges) {
      const key = Buffer.concat([space, from]);
      const value = storage.get(key);
      if (value) yield { key, value };
    }
    return;
  }
  for (const range of ranges) yield* rangeEntries(storage, space, range, plan.reverse);
}

function* rangeEntries(storage: Storage, space: Buffer, range: KeyRange, reverse: boolean): Generator<Entry> {
  let from: Buffer = Buffer.concat([space, range.from]);
  let to: Buffer = Buffer.concat([space, range.to]);
  for (let size = FIRST_CHUNK; ; size = Math.min(size * 4, LARGEST_CHUNK)) {
    const chunk = storage.range(from, to, reverse, size);
    yield* chunk;
    if (chunk.length < size) return;
    const last = chunk[chunk.length - 1]!.key;
    if (reverse) to = last;
    else from = Buffer.concat([last, Buffer.from([0])]);
  }
}
