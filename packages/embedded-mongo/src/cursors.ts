import { EngineError } from './engine-error';

const MOST_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MILLISECONDS = 600_000;

interface OpenCursor {
  namespace: string;
  source: Iterator<Buffer>;
  /** A document that was read but did not fit into the last batch. */
  pending: Buffer | undefined;
  usedAt: number;
}

export interface Batch {
  /** 0 when there is nothing more to fetch. */
  cursorId: number;
  documents: Buffer[];
}

/** Queries that have more to give. One that nobody asks for ten minutes is forgotten. */
export class Cursors {
  private readonly open = new Map<number, OpenCursor>();
  private lastId = 0;

  constructor(private readonly now: () => number) {}

  /** The first batch of a source; it is kept open when it has more, unless `single`. */
  start(namespace: string, source: Iterator<Buffer>, batchSize: number, single: boolean): Batch {
    const cursor: OpenCursor = { namespace, source, pending: undefined, usedAt: this.now() };
    const documents = take(cursor, batchSize);
    if (single || (batchSize > 0 && !more(cursor))) {
      source.return?.();
      return { cursorId: 0, documents };
    }
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
    const documents = take(cursor, batchSize);
    if (more(cursor)) return { cursorId: id, documents };
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

function take(cursor: OpenCursor, batchSize: number): Buffer[] {
  const documents: Buffer[] = [];
  let bytes = 0;
  while (documents.length < batchSize && more(cursor)) {
    bytes += cursor.pending!.length;
    if (documents.length > 0 && bytes > MOST_BATCH_BYTES) break;
    documents.push(cursor.pending!);
    cursor.pending = undefined;
  }
  return documents;
}

function more(cursor: OpenCursor): boolean {
  if (!cursor.pending) {
    const { done, value } = cursor.source.next();
    if (!done) cursor.pending = value;
  }
  return cursor.pending !== undefined;
}
