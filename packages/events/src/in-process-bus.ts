import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus, EventEnvelope, Subscription, SubscriptionOptions } from './bus';
import { DurableQueue } from './durable-queue';

export interface InProcessBus extends Bus {
  /** Lets a bus that was created `held` deliver. */
  release(): void;
}

interface Options {
  logger: Logger;
  /**
   * Nothing is delivered before `release()`. Whoever starts several services on one bus holds it until all have
   * subscribed, so that an event left in an outbox by a crash cannot be cleared before its consumer is there.
   */
  held?: boolean;
  /** Milliseconds before the repetition that follows a failed attempt. */
  redeliveryDelayMs?: (attempt: number) => number;
}

/** Events that a durable seen for the first time may still get. */
const RETAINED = 1_000;

/**
 * The bus of a single process. It has no memory of its own that outlives the process: `publish` resolves when every
 * durable that wants the event has committed it or given it up, so until then it is safe in its outbox.
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
    // Their publishers have been answered already, so nobody waits for these.
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
