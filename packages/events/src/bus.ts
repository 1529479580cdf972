/** An event on its way from an outbox to the consumers. Its metadata can be read, and its message is still encoded. */
export interface EventEnvelope {
  /**
   * Deterministic, such as `label_purchased:<orderId>:<generation>`: the same state change always gives the same id.
   * Every consumer uses the id to ignore duplicates, even if they come late.
   */
  readonly eventId: string;
  readonly type: string;
  readonly accountId: number;
  /** When the state changed, not when it was published. */
  readonly occurredAt: Date;
  /** The encoded protobuf message of the event type. */
  readonly payload: Uint8Array;
  /** W3C trace context of the event's cause. */
  readonly traceparent?: string | undefined;
  /** The id of the outside request that caused the event. */
  readonly requestId?: string | undefined;
}

export interface Delivery {
  /** 1 at the first delivery to this consumer; increased by 1 at each redelivery. */
  readonly attempt: number;
}

export interface SubscriptionOptions {
  /**
   * The consumer's name. Subscriptions with the same name share the consumer's events. A new subscription continues
   * where the last subscription with this name stopped.
   */
  readonly durable: string;
  readonly type: string;
  /**
   * Handles an event. The event is acknowledged when the promise resolves. When the promise rejects, the event is
   * delivered again after a growing delay; when it rejects with a `PoisonedEvent`, the event is never delivered again.
   */
  handle(envelope: EventEnvelope, delivery: Delivery): Promise<void>;
  /**
   * Maximum events that this subscription handles at one time; 8 when absent. An event that takes longer than a second
   * no longer counts.
   */
  readonly concurrency?: number | undefined;
}

export interface Subscription {
  stop(): Promise<void>;
}

/** How near a consumer of this process is to its maximum of unacknowledged events. */
export interface ConsumerFill {
  readonly consumer: string;
  /** The number of unacknowledged events divided by the allowed maximum. At 1 the consumer gets no new events. */
  readonly filled: number;
}

export interface BusDescription {
  /** A description of the bus for an operator. */
  readonly text: string;
  /**
   * The stream's name and creation time. Services that report the same text receive each other's events. Absent without
   * NATS.
   */
  readonly stream?: string;
}

/**
 * Delivers events from outboxes to consumers, at least once and in no guaranteed order. An event stays in its outbox in
 * MongoDB until `publish` resolves. So if the bus loses an event before that, the event is published again.
 */
export interface Bus {
  /**
   * Publishes an event. Resolves when the bus has stored the event.
   * @throws immediately when the bus cannot be reached
   */
  publish(envelope: EventEnvelope): Promise<void>;
  subscribe(options: SubscriptionOptions): Promise<Subscription>;
  isConnected(): boolean;
  /**
   * Describes the bus.
   * @throws Error that says what to do, when the bus cannot be reached, its clock is wrong, or it stores too few copies
   */
  describe(): Promise<BusDescription>;
  /**
   * Returns how full each consumer is; empty when the bus does not limit how many events wait.
   * @throws Error when the bus cannot be reached
   */
  fills(): Promise<readonly ConsumerFill[]>;
  /** Ends every subscription, and refuses all later calls. */
  close(): Promise<void>;
}
