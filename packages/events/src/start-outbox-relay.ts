import { type RunResult, startWorker, type Worker } from '@parcelyard/due-work/worker';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { within } from '@parcelyard/service-kit/within';
import type { Collection, IndexDescription, WithId } from 'mongodb';
import type { Bus } from './bus';
import { type OutboxDocument, type OutboxEntry, toEnvelope } from './outbox-entry';

/** The index that every collection with an outbox has, so that a run reads only documents with events. */
export const outboxIndex: IndexDescription = { key: { 'outbox.eventId': 1 }, sparse: true, name: 'outbox' };

/** Maximum documents that are being published at one time. */
const IN_FLIGHT = 128;

interface Options<D extends OutboxDocument> {
  collection: Collection<D>;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /**
   * If given, the relay does not remove published entries itself. It calls this function, which can, for instance,
   * remove them together with other entries. The relay does not publish the entries again until the function calls
   * `settled`.
   */
  clearSoon?(
    document: { _id: WithId<D>['_id']; accountId: number },
    eventIds: readonly string[],
    settled: () => void,
  ): void;
  /** The longest time in milliseconds that an event of a crashed process waits; 15,000 when absent. */
  maxIdleMs?: number;
}

type Stored = WithId<OutboxDocument>;

export interface OutboxRelay<Id = unknown> extends Worker {
  /** Publishes the events of a document that this process has just written, without reading it again. */
  send(document: OutboxDocument & { _id: Id }): void;
  /** Returns the ids of events that this process has published and that may still be in the document's outbox. */
  published(id: Id): readonly string[];
}

/** Pauses after the bus refused an event. */
const PAUSES = { firstMs: 200, maxMs: 5_000 };

/** How long `stop` waits for answers of the bus. Unanswered events stay in their outbox. */
const STOP_GRACE_MS = 1_000;

/**
 * Publishes the events in the documents' outboxes, each document's entries in order. Removes an entry when the bus has
 * stored it. Any number of relays may run on one collection, because the bus and the consumers ignore duplicates. Call
 * `wake` after a write.
 */
export function startOutboxRelay<D extends OutboxDocument>(
  options: Options<D>,
): OutboxRelay<WithId<D>['_id']> {
  const { bus, logger, maxIdleMs = 15_000 } = options;
  const collection = options.collection as unknown as Collection<Stored>;
  const name = `outbox relay of ${collection.collectionName}`;
  const stopping = createSignal();
  /**
   * The documents that are being published. `again` becomes true when the relay finds a document a second time during
   * this: the document may then have newer entries.
   */
  const inFlight = new Map<string, { again: boolean; done: Promise<void> }>();
  /** For each document, the events that the bus has stored and that may still be in the outbox. */
  const published = new Map<string, Set<string>>();
  /** Documents whose events the bus refused, until the pause has ended. */
  const refused = new Set<string>();
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  const failed = (error: unknown) => {
    if (retry || stopping.given) return;
    failures += 1;
    if (failures === 1) logger.warn({ worker: name, err: error }, 'events wait in their outbox');
    retry = setTimeout(
      () => {
        retry = undefined;
        refused.clear();
        worker.wake();
      },
      exponentialBackoff(failures, PAUSES),
    );
  };

  const clear = (document: Stored, eventIds: readonly string[]): Promise<void> | undefined => {
    if (!options.clearSoon) return clearNow(collection, document, eventIds);
    const key = String(document._id);
    const known = published.get(key) ?? new Set();
    published.set(key, known);
    for (const eventId of eventIds) known.add(eventId);
    options.clearSoon(document as never, eventIds, () => {
      for (const eventId of eventIds) known.delete(eventId);
      if (known.size === 0 && published.get(key) === known) published.delete(key);
    });
    return undefined;
  };

  const publish = async (document: Stored, entries: readonly OutboxEntry[]) => {
    const done: string[] = [];
    try {
      for (const entry of entries) {
        await bus.publish(toEnvelope(entry));
        done.push(entry.eventId);
        if (stopping.given) break;
      }
      if (refused.size === 0) failures = 0;
    } finally {
      if (done.length > 0) await clear(document, done);
    }
  };

  const start = (document: Stored) => {
    const key = String(document._id);
    if (refused.has(key)) return;
    const present = inFlight.get(key);
    if (present) {
      present.again = true;
      return;
    }
    const known = published.get(key);
    const entries = (document.outbox ?? []).filter(({ eventId }) => !known?.has(eventId));
    if (entries.length === 0) return;
    const done = publish(document, entries)
      .catch((error: unknown) => {
        refused.add(key);
        failed(error);
      })
      .then(() => {
        const again = inFlight.get(key)?.again;
        inFlight.delete(key);
        if (again) worker.wake();
      });
    inFlight.set(key, { again: false, done });
  };

  const run = async (): Promise<RunResult> => {
    if (!bus.isConnected()) {
      failed(new Error('The event bus is out of reach.'));
      return { found: false };
    }
    let found = false;
    const waiting = collection.find(
      { 'outbox.eventId': { $gt: '' } },
      // Without this option, a shard that does not answer would block the events on all other shards.
      { projection: { accountId: 1, outbox: 1 }, allowPartialResults: true },
    );
    for await (const document of waiting) {
      if (stopping.given || !bus.isConnected()) break;
      found = true;
      start(document);
      if (inFlight.size < IN_FLIGHT) continue;
      await Promise.race([stopping.promise, ...[...inFlight.values()].map(({ done }) => done)]);
    }
    // With `clearSoon`, published entries stay in the outbox for some time. So this run may have found entries that
    // other replicas have just published. If the next run followed at once, it would publish these entries a second
    // time. So this run reports that it found nothing.
    return { found: found && !options.clearSoon };
  };

  const worker = startWorker({ name, run, maxIdleMs, logger });
  return {
    wake: worker.wake,
    send: (document) => {
      if (stopping.given) return;
      // If this call cannot publish the document, the next run publishes it, when the bus is connected and the limit
      // allows it.
      if (bus.isConnected() && inFlight.size < IN_FLIGHT) start(document as Stored);
      else worker.wake();
    },
    published: (id) => [...(published.get(String(id)) ?? [])],
    stop: async () => {
      stopping.give();
      clearTimeout(retry);
      await worker.stop();
      const settled = Promise.all([...inFlight.values()].map(({ done }) => done));
      await within(STOP_GRACE_MS, settled, () => undefined);
    },
  };
}

function createSignal() {
  let resolve: () => void = () => undefined;
  const signal = {
    given: false,
    promise: new Promise<void>((given) => {
      resolve = given;
    }),
    give: () => {
      signal.given = true;
      resolve();
    },
  };
  return signal;
}

async function clearNow(
  collection: Collection<Stored>,
  { _id, accountId }: Stored,
  eventIds: readonly string[],
): Promise<void> {
  await collection.updateOne({ _id, accountId }, { $pull: { outbox: { eventId: { $in: eventIds } } } });
}
