import { createHash } from 'node:crypto';
import type { Fields } from '@parcelyard/testing/wire/read-body';

/**
 * One statement of a command, with the fields from which a sharded cluster would choose the shards for the statement.
 */
export interface Route {
  readonly database: string;
  readonly collection: string;
  readonly statement: string;
  /** Fields that the filter compares with one value, sorted. */
  readonly equal: readonly string[];
  /** The other fields of the filter, sorted. */
  readonly other: readonly string[];
  /** The account that the statement names, if it names one. */
  readonly account?: string;
  /** Digest of the inserted `_id`. Two accounts must never insert the same `_id`. */
  readonly inserted?: string;
}

export interface UniqueIndex {
  readonly database: string;
  readonly collection: string;
  readonly keys: readonly string[];
}

const SHARD_KEY = 'accountId';

export function readRoutes(body: Fields): Route[] {
  const [command = ''] = Object.keys(body);
  const database = String(body.$db);
  const route = (collection: unknown, statement: string, filter: unknown): Route => ({
    database,
    collection: String(collection),
    statement,
    ...readFilter(filter),
  });
  const collection = body[command];
  switch (command) {
    case 'find':
      return [route(collection, command, body.filter)];
    case 'count':
    case 'distinct':
      return [route(collection, command, body.query)];
    case 'aggregate':
      return [route(collection, command, (body.pipeline as Fields[])[0]?.$match)];
    case 'findAndModify':
      return [route(collection, statementOf(command, body), body.query)];
    case 'insert':
      return (body.documents as Fields[]).map((document) => insertOf(database, String(collection), document));
    case 'update':
      return (body.updates as Fields[]).map((one) => route(collection, statementOf(command, one), one.q));
    case 'delete':
      return (body.deletes as Fields[]).map((one) => route(collection, command, one.q));
    case 'bulkWrite':
      return (body.ops as Fields[]).map((one) => bulkRoute(body, one));
    default:
      return [];
  }
}

export function readUniqueIndexes(body: Fields): UniqueIndex[] {
  if (body.createIndexes === undefined) return [];
  return (body.indexes as Fields[])
    .filter(({ unique }) => unique === true)
    .map(({ key }) => ({
      database: String(body.$db),
      collection: String(body.createIndexes),
      keys: Object.keys(key as Fields),
    }));
}

function bulkRoute(body: Fields, operation: Fields): Route {
  const [name = ''] = Object.keys(operation);
  const namespace = String((body.nsInfo as Fields[])[Number(operation[name])]?.ns);
  const database = namespace.slice(0, namespace.indexOf('.'));
  const collection = namespace.slice(database.length + 1);
  if (name === 'insert') return insertOf(database, collection, operation.document as Fields);
  return { database, collection, statement: statementOf(name, operation), ...readFilter(operation.filter) };
}

function insertOf(database: string, collection: string, document: Fields): Route {
  const inserted = createHash('sha256').update(JSON.stringify(document._id)).digest('base64url').slice(0, 16);
  const statement = 'insert';
  if (document[SHARD_KEY] === undefined)
    return { database, collection, statement, equal: ['_id'], other: [], inserted };
  const account = String(document[SHARD_KEY]);
  return { database, collection, statement, equal: ['_id', SHARD_KEY], other: [], account, inserted };
}

function statementOf(name: string, { upsert, multi }: Fields): string {
  return [name, upsert === true && 'upsert', multi === true && 'many'].filter(Boolean).join(' ');
}

function readFilter(filter: unknown): Pick<Route, 'equal' | 'other' | 'account'> {
  const equal = new Map<string, unknown>();
  const other = new Set<string>();
  const read = (fields: Fields) => {
    for (const [name, value] of Object.entries(fields)) {
      if (name === '$and') for (const part of value as Fields[]) read(part);
      else if (isOneValue(value)) equal.set(name, isOperators(value) ? value.$eq : value);
      // `$or` is left out, because it is not a field. No alternative of an `$or` in our filters names an account.
      else if (name !== '$or') other.add(name);
    }
  };
  read((filter ?? {}) as Fields);
  const account = equal.has(SHARD_KEY) ? { account: String(equal.get(SHARD_KEY)) } : {};
  return {
    equal: [...equal.keys()].sort(),
    other: [...other].filter((name) => !equal.has(name)).sort(),
    ...account,
  };
}

/**
 * True for an ordinary value, and for `{$eq}` with an ordinary value. A router does not treat `$in`, a range or a
 * pattern as one value.
 */
function isOneValue(value: unknown): boolean {
  if (value instanceof RegExp || Array.isArray(value)) return false;
  return !isOperators(value) || '$eq' in value;
}

function isOperators(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).some((name) => name.startsWith('$'));
}
