import { isDuplicateKey } from './is-duplicate-key';

/**
 * Waits for a write. False when a unique index refused the write, so nothing was written. With `keys`, only the index
 * on exactly these fields counts.
 */
export async function unlessTaken(write: Promise<unknown>, keys?: readonly string[]): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error, keys)) return false;
    throw error;
  }
}
