import { isDuplicateKey } from './is-duplicate-key';

/**
 * Makes an upsert, and repeats it when a unique index refused it. When two callers insert at once, the slower one then
 * finds the document.
 */
export const repeatIfTaken = <T>(upsert: () => Promise<T>): Promise<T> =>
  upsert().catch((error: unknown) => (isDuplicateKey(error) ? upsert() : Promise.reject(error)));
