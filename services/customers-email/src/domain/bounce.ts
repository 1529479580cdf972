/** `hard`: the mailbox does not exist, so every mail would bounce. `soft`: only this mail bounced. */
export type BounceKind = 'hard' | 'soft';

/**
 * Status codes (RFC 3463, RFC 7505) which always mean that the mailbox does not exist. Other codes have other causes,
 * such as a full mailbox (5.2.x) or the text of the mail (5.6.x).
 */
const NO_SUCH_MAILBOX = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);

export const bounceKind = (status: string): BounceKind => (NO_SUCH_MAILBOX.has(status) ? 'hard' : 'soft');

/**
 * Returns the first status code (RFC 3463) in a text, such as `5.1.1`; empty when the text has none. An IP address does
 * not count as a code.
 */
export const enhancedStatus = (text: string): string =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? '';
