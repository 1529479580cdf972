import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { ObjectId } from 'mongodb';
import type { SyncSchedule } from '../../domain/platforms/sync-schedule';
import type { ConnectionDocument } from './connection-store';

interface Dependencies {
  leased: LeasedCollection<ConnectionDocument>;
  schedule: SyncSchedule;
  logger: Logger;
}

const BATCH = 500;

/**
 * Sets the time of the next import for each store without such a time. These stores were connected while scheduled
 * imports were off. The times are spread over one interval. Several processes may call this function at once.
 */
export async function scheduleConnections({ leased, schedule, logger }: Dependencies): Promise<void> {
  const { collection, clock } = leased;
  const { intervalMs, random } = schedule;
  if (intervalMs === 0) return;
  try {
    let after: ObjectId | undefined;
    do {
      const some = await collection
        .find(after ? { _id: { $gt: after } } : {}, {
          projection: { accountId: 1, platform: 1, dueAt: 1 },
        })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      for (const { _id, accountId, platform, dueAt } of some) {
        if (dueAt || platform === 'sandbox') continue;
        const first = new Date(clock.now().getTime() + random() * intervalMs);
        await collection.updateOne(
          { _id, accountId, dueAt: { $exists: false } },
          { $set: { dueAt: first, syncAt: first } },
        );
      }
      after = some.length === BATCH ? some.at(-1)?._id : undefined;
    } while (after);
    leased.announce();
  } catch (error) {
    logger.error({ err: error }, 'stores could not be scheduled; the next start tries again');
  }
}
