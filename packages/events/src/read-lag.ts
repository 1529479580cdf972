import type { Clock } from '@parcelyard/service-kit/clock';
import type { Collection, Filter } from 'mongodb';
import type { DueDocument } from './leased-collection';
import type { OutboxDocument } from './outbox-entry';

/** Documents looked at; beyond this many waiting, the age is a lower bound. */
const SAMPLE = 1_000;

/** Age in milliseconds of the oldest event that waits in an outbox; 0 when none does. */
export async function readOutboxLag<D extends OutboxDocument>(
  collection: Collection<D>,
  clock: Clock,
): Promise<number> {
  const waiting = await collection
    .find<OutboxDocument>({ 'outbox.eventId': { $gt: '' } } as unknown as Filter<D>, {
      projection: { 'outbox.occurredAt': 1 },
      limit: SAMPLE,
    })
    .toArray();
  const times = waiting.flatMap(({ outbox = [] }) => outbox.map(({ occurredAt }) => occurredAt.getTime()));
  return times.length === 0 ? 0 : Math.max(0, clock.now().getTime() - Math.min(...times));
}

/** Milliseconds by which the oldest due work is late; 0 when none is due. */
export async function readDueLag<D extends DueDocument>(
  collection: Collection<D>,
  clock: Clock,
): Promise<number> {
  const now = clock.now();
  const oldest = await collection.findOne<DueDocument>({ dueAt: { $lte: now } } as unknown as Filter<D>, {
    sort: { dueAt: 1 },
    projection: { dueAt: 1 },
  });
  return oldest?.dueAt ? now.getTime() - oldest.dueAt.getTime() : 0;
}
