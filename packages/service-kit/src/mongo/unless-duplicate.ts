import { isDuplicateKey } from './is-duplicate-key';

/**
 * Waits for a write. Returns false when a unique index refused the write, so nothing was written. With `keys`, only a
 * refusal by the index on exactly these fields is treated in this way.
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
