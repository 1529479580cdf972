import { EngineError } from './engine-error';

const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MILLISECONDS = 600_000;

interface OpenCursor {
  namespace: string;
  source: Iterator<Buffer>;
  /** A document that was read but did not fit into the last batch. */
  pending: Buffer | undefined;
  usedAt: number;
}

export interface Batch {
  /** The id of the cursor; 0 when no results remain. */
  cursorId: number;
  documents: Buffer[];
}

/** The cursors of queries that have more results to return. A cursor that is idle for ten minutes is deleted. */
export class Cursors {
  private readonly open = new Map<number, OpenCursor>();
  private lastId = 0;

  constructor(private readonly now: () => number) {}

  /**
   * Returns the first batch of a query's documents. If documents remain, the cursor stays open for them, unless
   * `single` is true.
   */
  start(namespace: string, source: Iterator<Buffer>, batchSize: number, single: boolean): Batch {
    const cursor: OpenCursor = { namespace, source, pending: undefined, usedAt: this.now() };
    const { documents, ended } = take(cursor, batchSize);
    if (single) source.return?.();
    if (single || ended) return { cursorId: 0, documents };
    const cursorId = ++this.lastId;
    this.open.set(cursorId, cursor);
    return { cursorId, documents };
  }

  /** Throws `CursorNotFound`. */
  next(id: number, namespace: string, batchSize: number): Batch {
    const cursor = this.open.get(id);
    if (!cursor) throw new EngineError('CursorNotFound', `cursor id ${id} not found`);
    if (cursor.namespace !== namespace)
      throw new EngineError('IllegalOperation', `cursor ${id} belongs to another namespace`);
    cursor.usedAt = this.now();
    const { documents, ended } = take(cursor, batchSize);
    if (!ended) return { cursorId: id, documents };
    this.open.delete(id);
    return { cursorId: 0, documents };
  }

  kill(id: number): boolean {
    this.open.get(id)?.source.return?.();
    return this.open.delete(id);
  }

  dropIdle(): void {
    const oldest = this.now() - IDLE_MILLISECONDS;
    for (const [id, { usedAt }] of this.open) if (usedAt < oldest) this.kill(id);
  }
}

/**
 * Returns the next batch. The documents of later batches are not read in advance, because they could change while the
 * cursor is idle.
 */
function take(cursor: OpenCursor, batchSize: number): { documents: Buffer[]; ended: boolean } {
  const documents: Buffer[] = [];
  let bytes = 0;
  while (documents.length < batchSize) {
    const { done, value } = cursor.pending ? { done: false, value: cursor.pending } : cursor.source.next();
    cursor.pending = undefined;
    if (done) return { documents, ended: true };
    bytes += value.length;
    if (documents.length > 0 && bytes > MAX_BATCH_BYTES) {
      cursor.pending = value;
      break;
    }
    documents.push(value);
  }
  return { documents, ended: false };
}
