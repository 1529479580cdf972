import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string | undefined>();

/** The id of the outside request that is being served, which every log line names; undefined outside of any. */
export const currentRequestId = (): string | undefined => storage.getStore();

/** Does a piece of work for an outside request, or for none: what a request only woke is not its own. */
export const servingRequest = <T>(requestId: string | undefined, work: () => T): T =>
  storage.run(requestId || undefined, work);
