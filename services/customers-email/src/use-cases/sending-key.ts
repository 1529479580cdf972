import { createHash } from 'node:crypto';

/** How long the same words to the same people count as one sending. */
export const SAME_SENDING_MS = 86_400_000;

/** Names a sending by what is sent to whom; parts are framed, so that no two lists of parts have one name. */
export const sendingKey = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Names an address in a message id without showing it. */
export const addressKey = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 32);
