/** Thrown by a consumer that can never handle an event; the bus does not deliver it again. */
export class PoisonedEvent extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options);
    this.name = 'PoisonedEvent';
  }
}
