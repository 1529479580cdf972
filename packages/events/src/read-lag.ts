import type { Clock } from '@parcelyard/service-kit/clock';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import type { Collection, Filter } from 'mongodb';
import type { OutboxDocument } from './outbox-entry';

/** How many documents are read. When more documents wait, the age is a lower bound. */
const SAMPLE = 1_000;

/**
 * Age in milliseconds of the oldest event that waits in an outbox. If an event lies in the future, its distance counts;
 * the larger number wins. 0 when no event waits.
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
