import type { IndexDescription } from 'mongodb';

/** The indexes that this process has created or found, by name. */
const known = new Map<string, { collection: string; keys: readonly string[] }[]>();

/**
 * Records the fields of an index, because servers that use MongoDB's protocol may report a violated index by name,
 * without its fields.
 */
export function rememberIndex(collection: string, { name, key }: IndexDescription): void {
  if (name === undefined) return;
  const keys = Object.keys(key);
  const same = known.get(name) ?? [];
  if (same.some((one) => one.collection === collection && one.keys.join() === keys.join())) return;
  known.set(name, [...same, { collection, keys }]);
}

/**
 * Returns the fields of the index with this name: as recorded, or parsed from a default name such as
 * `accountId_1_day_-1`.
 * @param collection if undefined, the result has one entry for each collection with an index of this name
 */
export function keysOfIndex(name: string, collection?: string): readonly (readonly string[])[] {
  if (name === '_id_') return [['_id']];
  const remembered = (known.get(name) ?? []).filter(
    (one) => collection === undefined || one.collection === collection,
  );
  if (remembered.length > 0) return remembered.map(({ keys }) => keys);
  const parts = name.split(/_-?1(?:_|$)/);
  return parts.length > 1 && parts.at(-1) === '' ? [parts.slice(0, -1)] : [];
}
