/** `hard`: the mailbox does not exist, so every mail would bounce. `soft`: only this mail bounced. */
export type BounceKind = 'hard' | 'soft';

/**
 * Enhanced status codes (RFC 3463, RFC 7505) that always mean a missing mailbox. Other codes have other causes: a
 * mailbox that is full or closed for a time (5.2.x), a policy (5.7.x), the text (5.6.x), the route (5.4.x) and our own
 * address (5.1.7, 5.1.8).
 */
const NO_SUCH_MAILBOX = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);

export const bounceKind = (status: string): BounceKind => (NO_SUCH_MAILBOX.has(status) ? 'hard' : 'soft');

/**
 * Returns the first enhanced status code in a text, such as a server's reply; empty when the text has none. An IP
 * address does not count as a code.
 */
export const enhancedStatus = (text: string): string =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? '';
