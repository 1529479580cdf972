import { isDuplicateKey } from './is-duplicate-key';

/**
 * Waits for a write. Returns false when a unique index refused the write, so nothing was written. With `keys`, returns
 * false only for the index on exactly these fields, and throws any other refusal.
 */
export async function unlessDuplicate(write: Promise<unknown>, keys?: readonly string[]): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error, keys)) return false;
    throw error;
  }
}
