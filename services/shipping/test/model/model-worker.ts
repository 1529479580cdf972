import type { DueDocument } from '@parcelyard/due-work/leased-collection';
import { type DueWork, doDueWork } from '@parcelyard/due-work/start-due-worker';
import { silentLogger } from '@parcelyard/testing/silent-logger';

/** Returns a function that looks once for work that is due, as a worker does, and does it. */
export const modelWorker =
  <D extends DueDocument>(work: Omit<DueWork<D>, 'logger'>) =>
  async (): Promise<void> => {
    const document = await work.leased.claimNext();
    if (document) await doDueWork({ ...work, logger: silentLogger }, document);
  };
