import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
import { type TendStoreDependencies, tendStore } from '../../use-cases/platforms/tend-store';
import type { ConnectionDocument } from '../mongo/connection-store';

interface Dependencies extends TendStoreDependencies {
  leased: LeasedCollection<ConnectionDocument>;
}

/** Subscribes to the events of connected stores, and begins their imports when they are due. */
export const startStoreWorker = ({ leased, ...dependencies }: Dependencies): Worker =>
  startDueWorker({
    leased,
    name: 'stores',
    logger: dependencies.logger,
    handle: (store) => tendStore(dependencies, dependencies.connections.turnOf(store)),
  });
