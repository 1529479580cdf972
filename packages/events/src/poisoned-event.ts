/** Thrown by a consumer that can never handle an event. The bus does not deliver that event again. */
export class PoisonedEvent extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options);
    this.name = 'PoisonedEvent';
  }
}
