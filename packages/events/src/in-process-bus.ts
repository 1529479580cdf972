import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus, EventEnvelope, Subscription, SubscriptionOptions } from './bus';
import { DurableQueue } from './durable-queue';

export interface InProcessBus extends Bus {
  /** Starts the deliveries of a bus that was created with `held`. */
  release(): void;
}

interface Options {
  logger: Logger;
  /**
   * If true, nothing is delivered before `release()`. A process that starts several services on one bus holds the bus
   * until all services have subscribed. Without this, an event that a crash left in an outbox could be removed before
   * its consumer subscribes.
   */
  held?: boolean;
  /** Milliseconds before an event is delivered again after a failed attempt. */
  redeliveryDelayMs?: (attempt: number) => number;
}

/** Number of past events that a new consumer still gets. */
const RETAINED = 1_000;

/**
 * Creates the bus of a single process. It stores nothing. `publish` resolves when every consumer of the event has
 * handled it or given it up; until then the event is safe in its outbox.
 */
export function createInProcessBus({ logger, held = false, redeliveryDelayMs }: Options): InProcessBus {
  const durables = new Map<string, DurableQueue>();
  const retained: EventEnvelope[] = [];
  let closed = false;
  let open: () => void = () => undefined;
  const released = held ? new Promise<void>((resolve) => (open = resolve)) : undefined;

  const durableOf = ({ durable, type }: SubscriptionOptions): DurableQueue => {
    const known = durables.get(durable);
    if (known) return known;
    const created = new DurableQueue({ name: durable, type, logger, redeliveryDelayMs });
    durables.set(durable, created);
    // Nobody waits until these events are handled, because their publishers have already got their answers.
    for (const envelope of retained) {
      if (created.wants(envelope)) created.add(envelope).catch(() => undefined);
    }
    return created;
  };

  return {
    release: open,
    isConnected: () => !closed,
    describe: async () => ({ text: 'events stay in this process' }),
    fills: async () => [],
    publish: async (envelope) => {
      await released;
      if (closed) throw new Error('The event bus is closed.');
      retained.push(envelope);
      if (retained.length > RETAINED) retained.shift();
      const takers = [...durables.values()].filter((durable) => durable.wants(envelope));
      await Promise.all(takers.map((durable) => durable.add(envelope)));
    },
    subscribe: async (options): Promise<Subscription> => {
      if (closed) throw new Error('The event bus is closed.');
      return durableOf(options).attach(options);
    },
    close: async () => {
      closed = true;
      open();
      await Promise.all([...durables.values()].map((durable) => durable.close()));
      durables.clear();
      retained.length = 0;
    },
  };
}
