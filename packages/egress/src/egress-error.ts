/**
 * Why there is no answer:
 * - `refused`: our policy forbids the address; nothing was sent.
 * - `unreachable`: no connection, no valid certificate, or no HTTP answer.
 * - `timeout`: the whole exchange took too long.
 * - `too_large`: the answer's body is too long.
 */
export type EgressFailure = 'refused' | 'unreachable' | 'timeout' | 'too_large';

/** An outgoing request that got no answer. The message contains no address except the address that the caller gave. */
export class EgressError extends Error {
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EgressError';
    this.failure = failure;
  }
}

export class ForbiddenUrlError extends EgressError {
  /** @param rule the rule that the address breaks, worded as a clause, such as `must be on a public host` */
  constructor(readonly rule: string) {
    super('refused', `The URL ${rule}.`);
  }
}
