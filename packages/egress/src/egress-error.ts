/**
 * Why nothing came back:
 * - `refused`: our policy forbids the address; nothing was sent.
 * - `unreachable`: no connection, no valid certificate, or no HTTP answer.
 * - `timeout`: the whole exchange took longer than it may.
 * - `too_large`: the answer's body is longer than it may be.
 */
export type EgressFailure = 'refused' | 'unreachable' | 'timeout' | 'too_large';

/** A request to the outside that got no answer. The message names no address but the one that the caller gave. */
export class EgressError extends Error {
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EgressError';
    this.failure = failure;
  }
}

/** Our policy forbids the address. */
export class ForbiddenUrlError extends EgressError {
  /** What the address must or must not be, as a clause: `must be on a public host`. */
  constructor(readonly rule: string) {
    super('refused', `The URL ${rule}.`);
  }
}
