/** An event on its way: who and what in plain sight, the message still encoded. */
export interface EventEnvelope {
  /**
   * Deterministic, such as `label_purchased:<orderId>:<generation>`: the same state change always makes the same id, and
   * every consumer deduplicates by it for ever.
   */
  readonly eventId: string;
  readonly type: string;
  readonly accountId: number;
  /** When the state changed, not when it was published. */
  readonly occurredAt: Date;
  /** The event type's protobuf message. */
  readonly payload: Uint8Array;
  /** W3C trace context of what caused it. */
  readonly traceparent?: string | undefined;
  /** Of the outside request that caused it. */
  readonly requestId?: string | undefined;
}

/** What the bus tells about one delivery of an event. */
export interface Delivery {
  /** 1 at the first delivery to this durable, one more at each repetition. */
  readonly attempt: number;
}

export interface SubscriptionOptions {
  /** Names the consumer: subscriptions under one name share its events, and it resumes where it stood. */
  readonly durable: string;
  readonly type: string;
  /**
   * Resolving acknowledges. Throwing asks for the event again after a growing delay; throwing `PoisonedEvent` says that
   * it must never come again.
   */
  handle(envelope: EventEnvelope, delivery: Delivery): Promise<void>;
  /** Events handled at one time by this subscription, beside slow ones; 8 when absent. */
  readonly concurrency?: number | undefined;
}

export interface Subscription {
  /** Takes no more events and waits for those under way. */
  stop(): Promise<void>;
}

/** One consumer of this process. */
export interface ConsumerFill {
  readonly consumer: string;
  /** Of the events that may be delivered and unacknowledged at one time, the share that are; at 1 it gets no new ones. */
  readonly filled: number;
}

export interface BusDescription {
  /** What the bus is, for an operator. */
  readonly text: string;
  /** The stream's name and beginning: the same wherever events arrive that are published here. Absent without NATS. */
  readonly stream?: string;
}

/**
 * Carries events from outboxes to consumers, at least once, in no guaranteed order. MongoDB is the truth: an event is
 * in its outbox until `publish` resolved, so the bus may lose everything that it had not accepted.
 */
export interface Bus {
  /** Resolves when the event is safe with the bus. @throws at once when the bus is out of reach */
  publish(envelope: EventEnvelope): Promise<void>;
  subscribe(options: SubscriptionOptions): Promise<Subscription>;
  isConnected(): boolean;
  /** @throws Error with what to do when it keeps fewer copies than it could */
  describe(): Promise<BusDescription>;
  /** Without consumers of a bus that lets any number wait. @throws Error when the bus is out of reach */
  fills(): Promise<readonly ConsumerFill[]>;
  /** Ends every subscription and refuses everything after. */
  close(): Promise<void>;
}
