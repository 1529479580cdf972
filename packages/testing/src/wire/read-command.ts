import { type Fields, isMessage, readBody } from './read-body';

export interface Command {
  /** The message's id, which the answer repeats. */
  readonly id: number;
  readonly database: string;
  /** The collection; empty for commands without a collection, such as `hello`. */
  readonly collection: string;
  readonly name: string;
  readonly kind: 'read' | 'write' | 'other';
  /** The command without its values: collection, command and the fields of its filters. */
  readonly shape: string;
  /** True if the client expects no answer, because its write concern is 0. */
  readonly silent: boolean;
}

const MORE_TO_COME = 2;
const READS = new Set(['find', 'aggregate', 'count', 'getMore', 'distinct']);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite', 'commitTransaction']);

/** Reads one whole message of MongoDB's wire protocol; undefined for a legacy handshake. */
export function readCommand(message: Buffer): Command | undefined {
  if (!isMessage(message)) return undefined;
  const body = readBody(message);
  const [name = ''] = Object.keys(body);
  const collection = collectionOf(name, body);
  const database = name === 'bulkWrite' ? (collection.split('.')[0] as string) : String(body.$db);
  const bare = name === 'bulkWrite' ? collection.slice(database.length + 1) : collection;
  return {
    id: message.readInt32LE(4),
    database,
    name,
    collection: bare,
    kind: READS.has(name) ? 'read' : WRITES.has(name) ? 'write' : 'other',
    shape: `${database}.${bare} ${name} ${filtersOf(body).map(fieldsOf).filter(Boolean).join(' ')}`,
    silent: (message.readUInt32LE(16) & MORE_TO_COME) !== 0,
  };
}

/**
 * Returns whether a command found or changed a document, as its answer shows. If the answer does not show this, returns
 * true.
 */
export function hasFound(message: Buffer): boolean {
  if (!isMessage(message)) return true;
  const { cursor, n, value } = readBody(message);
  if (cursor !== undefined) {
    const { firstBatch, nextBatch } = cursor as { firstBatch?: unknown[]; nextBatch?: unknown[] };
    return (firstBatch ?? nextBatch ?? []).length > 0;
  }
  return n !== 0 && value !== null;
}

function collectionOf(name: string, body: Fields): string {
  if (name === 'bulkWrite') return String((body.nsInfo as Fields[])[0]?.ns);
  if (name === 'getMore') return String(body.collection);
  if (name === 'commitTransaction') return '';
  return READS.has(name) || WRITES.has(name) ? String(body[name]) : '';
}

function filtersOf(body: Fields): unknown[] {
  const statements = [body.updates, body.deletes, body.ops].flatMap((list) => (list as Fields[]) ?? []);
  const matches = ((body.pipeline as Fields[]) ?? []).map((stage) => stage.$match);
  return [body.filter, body.query, ...matches, ...statements.map(({ q, filter }) => q ?? filter)];
}

/** Returns the field names of a filter, even inside `$or` and similar operators. */
function fieldsOf(filter: unknown): string {
  if (Array.isArray(filter)) return filter.map(fieldsOf).join('|');
  if (typeof filter !== 'object' || filter === null) return '';
  return Object.entries(filter)
    .map(([name, value]) => (name.startsWith('$') ? `${name}(${fieldsOf(value)})` : name))
    .join(',');
}
