import type { Clock } from '@parcelyard/service-kit/clock';
import type { Collection, Filter } from 'mongodb';
import type { DueOwner, DueState } from './leased-collection';
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

/**
 * Milliseconds by which the oldest due work is late; 0 when none is due.
 * @param within the part of the documents that is due; the documents themselves when absent
 */
export async function readDueLag<D extends DueOwner>(
  collection: Collection<D>,
  clock: Clock,
  within?: string,
): Promise<number> {
  const now = clock.now();
  const path = within === undefined ? 'dueAt' : `${within}.dueAt`;
  const oldest = await collection.findOne<Record<string, DueState>>(
    { [path]: { $lte: now } } as unknown as Filter<D>,
    { sort: { [path]: 1 }, projection: { [path]: 1 } },
  );
  const state = within === undefined ? (oldest as DueState | null) : oldest?.[within];
  return state?.dueAt ? now.getTime() - state.dueAt.getTime() : 0;
}
