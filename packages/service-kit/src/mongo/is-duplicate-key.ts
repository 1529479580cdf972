import { MongoServerError } from 'mongodb';
import { keysOfIndex } from './index-keys';

/** MongoDB's error code when a unique index refuses a document. */
export const DUPLICATE_KEY = 11_000;

/**
 * Returns true when a unique index refused a write. If `keys` is given, returns true only when this index has exactly
 * these fields, in this order.
 */
export function isDuplicateKey(error: unknown, keys?: readonly string[]): boolean {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  if (!keys) return true;
  return violatedKeys(error).some((violated) => violated.join() === keys.join());
}

/**
 * Returns the fields of the violated index. If the server reports the index but not its collection, returns the fields
 * of all indexes of that name.
 */
function violatedKeys({ keyPattern, message }: MongoServerError): readonly (readonly string[])[] {
  if (keyPattern) return [Object.keys(keyPattern)];
  const collection = /\bcollection: [^\s.]+\.(\S+)/.exec(message)?.[1];
  const index = /\bindex:? '?([^\s',]+)/i.exec(message)?.[1];
  return index === undefined ? [] : keysOfIndex(index.slice(index.lastIndexOf('$') + 1), collection);
}
