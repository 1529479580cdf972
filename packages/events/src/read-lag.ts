import type { Clock } from '@parcelyard/service-kit/clock';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import type { Collection, Filter } from 'mongodb';
import type { OutboxDocument } from './outbox-entry';

/** Maximum documents that are read. If more documents wait, the age may be higher than reported. */
const SAMPLE = 1_000;

/**
 * Returns the age in milliseconds of the oldest event that waits in an outbox; 0 when no event waits. If an event's
 * time is in the future, the difference between this time and now counts as its age.
 */
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
  const now = clock.now();
  return Math.max(0, ...times.map((at) => ageMs(at, now)));
}
