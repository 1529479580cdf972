import type { LeasedCollection } from '@parcelyard/events/leased-collection';
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
 * Gives stores a turn that have none: those from before stores had turns or events, and all of them when imports by
 * themselves were turned on again. Spread over one interval, and harmless when several processes do it.
 */
export async function scheduleOldConnections({ leased, schedule, logger }: Dependencies): Promise<void> {
  const { collection, clock } = leased;
  const { intervalMs, random } = schedule;
  try {
    let after: ObjectId | undefined;
    do {
      const some = await collection
        .find(after ? { _id: { $gt: after } } : {}, {
          projection: { accountId: 1, platform: 1, dueAt: 1, events: 1 },
        })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      for (const { _id, accountId, platform, dueAt, events } of some) {
        if (dueAt || platform === 'sandbox' || (events && intervalMs === 0)) continue;
        const first = new Date(clock.now().getTime() + random() * intervalMs);
        await collection.updateOne(
          { _id, accountId, dueAt: { $exists: false } },
          {
            $set: {
              dueAt: first,
              ...(intervalMs > 0 ? { syncAt: first } : {}),
              ...(events ? {} : { events: 'wanted' }),
            },
          },
        );
      }
      after = some.length === BATCH ? some.at(-1)?._id : undefined;
    } while (after);
    leased.announce();
  } catch (error) {
    logger.error({ err: error }, 'stores without a turn wait for the next start');
  }
}
