/** An event on its way: who and what in plain sight, the message still encoded. */
export interface EventEnvelope {
  /** Deterministic: the same state change always makes the same id, and every consumer deduplicates by it for ever. */
  readonly eventId: string;
  readonly type: string;
  readonly accountId: number;
  /** When the state changed, not when it was published. */
  readonly occurredAt: Date;
  /** The event type's protobuf message. */
  readonly payload: Uint8Array;
  /** W3C trace context of what caused it. */
  readonly traceparent?: string | undefined;
}
