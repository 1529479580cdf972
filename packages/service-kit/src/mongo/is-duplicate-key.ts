import { MongoServerError } from 'mongodb';

/** True for a unique-index violation; with `keys`, only for the index on exactly these. */
export function isDuplicateKey(error: unknown, keys?: readonly string[]): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  if (!keys) return true;
  const pattern = Object.keys((error.keyPattern as Record<string, unknown> | undefined) ?? {});
  return pattern.length === keys.length && keys.every((key, position) => pattern[position] === key);
}
