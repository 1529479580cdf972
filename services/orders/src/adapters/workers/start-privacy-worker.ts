import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
import type { Logger } from '@parcelyard/service-kit/logger';
import { type RedactDependencies, redactOrders } from '../../use-cases/platforms/redact-orders';
import type { PrivacyDocument, PrivacyStore } from '../mongo/privacy-store';

interface Dependencies extends RedactDependencies {
  leased: LeasedCollection<PrivacyDocument>;
  privacy: PrivacyStore;
  logger: Logger;
}

/** Carries out requests about personal data. */
export const startPrivacyWorker = ({ leased, privacy, logger, ...dependencies }: Dependencies): Worker =>
  startDueWorker({
    leased,
    logger,
    name: 'privacy requests',
    // A shop may have a hundred thousand orders, so the work may take longer than the lease.
    renews: true,
    concurrency: 1,
    handle: (request) => redactOrders(dependencies, privacy.turnOf(request)),
  });
