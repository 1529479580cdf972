import { isDuplicateKey } from './is-duplicate-key';

/** Makes an upsert, again when a unique index refused it: of two that insert at once, the slower then finds the document. */
export const repeatIfTaken = <T>(upsert: () => Promise<T>): Promise<T> =>
  upsert().catch((error: unknown) => (isDuplicateKey(error) ? upsert() : Promise.reject(error)));
