import type { ParcelyardError } from './parcelyard-error';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;

/**
 * The client waits for a `Retry-After` of at most this many seconds. If the server asks for a longer wait, the client
 * does not retry, and the error has the time in `retryAfterSeconds`.
 */
const LONGEST_RETRY_AFTER_S = 60;

/**
 * Milliseconds to wait before a call is retried.
 * @param attempt the number of attempts so far
 * @param isRepeatable whether the call may safely run twice
 * @param random from 0 to 1
 * @returns undefined when a retry cannot help or could do the work twice
 */
export function retryDelay(
  error: ParcelyardError,
  attempt: number,
  isRepeatable: boolean,
  random: () => number,
): number | undefined {
  if (!isTemporary(error) || !(isRepeatable || error.status === 429)) return undefined;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined) {
    return random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  }
  return retryAfterSeconds <= LONGEST_RETRY_AFTER_S ? retryAfterSeconds * 1000 : undefined;
}

/**
 * True when a repetition may succeed: no answer, too many requests, an unavailable service, or a temporary conflict.
 */
const isTemporary = ({ status, code }: ParcelyardError): boolean =>
  status === 0 || status === 429 || status === 503 || code === 'conflict_retry';
