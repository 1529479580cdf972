import type { Logger } from '@parcelyard/service-kit/logger';
import type { EventEnvelope, Subscription, SubscriptionOptions } from './bus';
import { Places } from './places';
import { PoisonedEvent } from './poisoned-event';
import { redeliveryDelay } from './redelivery-delay';

interface Options {
  name: string;
  type: string;
  logger: Logger;
  redeliveryDelayMs?: ((attempt: number) => number) | undefined;
}

interface Item {
  readonly envelope: EventEnvelope;
  attempt: number;
  readonly done: () => void;
  readonly abandoned: (reason: Error) => void;
}

interface Worker {
  readonly handle: SubscriptionOptions['handle'];
  readonly places: Places;
}

/** The events that one consumer still has to handle, and the subscriptions that share them. */
export class DurableQueue {
  private readonly waiting: Item[] = [];
  private readonly delayed = new Map<Item, NodeJS.Timeout>();
  private readonly workers = new Set<Worker>();
  private readonly delay: (attempt: number) => number;

  constructor(private readonly options: Options) {
    this.delay = options.redeliveryDelayMs ?? redeliveryDelay;
  }

  wants(envelope: EventEnvelope): boolean {
    return envelope.type === this.options.type;
  }

  /** Resolves when the event was handled or given up. Rejects when the queue is closed before that. */
  add(envelope: EventEnvelope): Promise<void> {
    return new Promise((done, abandoned) => {
      this.waiting.push({ envelope, attempt: 1, done, abandoned });
      this.serve();
    });
  }

  attach({ handle, concurrency = 8 }: SubscriptionOptions): Subscription {
    const onFree = () => {
      // Moves this subscription to the end of the list, so that all subscriptions of a consumer get a share of its
      // events.
      if (this.workers.delete(worker)) this.workers.add(worker);
      this.serve();
    };
    const worker: Worker = { handle, places: new Places(concurrency, onFree) };
    this.workers.add(worker);
    this.serve();
    return {
      stop: async () => {
        this.workers.delete(worker);
        await worker.places.settled();
      },
    };
  }

  async close(): Promise<void> {
    const workers = [...this.workers];
    this.workers.clear();
    await Promise.all(workers.map(({ places }) => places.settled()));
    for (const timer of this.delayed.values()) clearTimeout(timer);
    const reason = new Error('The event bus was closed before the event was handled.');
    for (const item of [...this.waiting, ...this.delayed.keys()]) item.abandoned(reason);
    this.waiting.length = 0;
    this.delayed.clear();
  }

  private serve(): void {
    for (;;) {
      const worker = [...this.workers].find(({ places }) => places.free > 0);
      if (!worker) return;
      const item = this.waiting.shift();
      if (!item) return;
      worker.places.take(item.envelope.accountId, this.deliver(worker, item));
    }
  }

  private async deliver(worker: Worker, item: Item): Promise<void> {
    try {
      await worker.handle(item.envelope, { attempt: item.attempt });
      item.done();
    } catch (error) {
      const { eventId, type } = item.envelope;
      if (error instanceof PoisonedEvent) {
        item.done();
        return;
      }
      const durable = this.options.name;
      this.options.logger.warn({ durable, eventId, type, attempt: item.attempt, err: error }, 'event failed');
      this.deliverLater(item);
    }
  }

  private deliverLater(item: Item): void {
    const timer = setTimeout(() => {
      this.delayed.delete(item);
      this.waiting.push(item);
      this.serve();
    }, this.delay(item.attempt));
    item.attempt += 1;
    this.delayed.set(item, timer);
  }
}
