import { isDuplicateKey } from './is-duplicate-key';

/**
 * Makes an upsert, and repeats it when a unique index refused it. If two callers insert at the same time, the second
 * try of the slower caller finds the document.
 */
export const repeatIfDuplicate = <T>(upsert: () => Promise<T>): Promise<T> =>
  upsert().catch((error: unknown) => (isDuplicateKey(error) ? upsert() : Promise.reject(error)));
