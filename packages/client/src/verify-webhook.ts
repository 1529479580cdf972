import type { WebhookEvent } from './generated/types';
import { WebhookVerificationError } from './webhook-verification-error';

type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookDelivery {
  /** The raw body. Parsing and writing JSON again would change its bytes. */
  readonly body: string | Uint8Array;
  /** The headers of a `Request`, or of `node:http`. */
  readonly headers: Headers | PlainHeaders;
  /** The secret `whsec_…` that registerWebhook returns. */
  readonly signingSecret: string;
  /** The maximum age of a delivery, and the maximum time by which the sender's clock may be ahead. */
  readonly toleranceSeconds?: number | undefined;
  readonly now?: Date | undefined;
}

/**
 * Returns the event of a delivery that was signed with the account's secret. While a secret is being replaced, a
 * delivery has signatures by the old and the new secret; either is accepted.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { headers, signingSecret, toleranceSeconds = 300, now = new Date() } = delivery;
  if (!signingSecret) throw new TypeError('signingSecret is empty.');
  const timestamp = headerOf(headers, 'x-ship-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('X-Ship-Timestamp is missing.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('X-Ship-Timestamp is too far from the present time.');
  }
  const body = typeof delivery.body === 'string' ? new TextEncoder().encode(delivery.body) : delivery.body;
  const signatures = headerOf(headers, 'x-ship-signature').split(',').map(signatureBytes);
  if (!(await isSigned(body, timestamp, signatures, signingSecret))) {
    throw new WebhookVerificationError('X-Ship-Signature is not that of this body and secret.');
  }
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('The body is no JSON.');
  }
}

function headerOf(headers: WebhookDelivery['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return [value ?? ''].flat().join(',');
}

/** @returns undefined for a text that is not a `v1` signature */
function signatureBytes(signature: string): Uint8Array<ArrayBuffer> | undefined {
  const hex = /^v1=([0-9a-f]{64})$/.exec(signature.trim())?.[1];
  return hex === undefined
    ? undefined
    : Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Uses the platform's comparison, which takes constant time. */
async function isSigned(
  body: Uint8Array,
  timestamp: string,
  signatures: readonly (Uint8Array<ArrayBuffer> | undefined)[],
  signingSecret: string,
): Promise<boolean> {
  const secret = new TextEncoder().encode(signingSecret);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  const verdicts = await Promise.all(
    signatures.map((signature) => signature && crypto.subtle.verify('HMAC', key, signature, message)),
  );
  return verdicts.includes(true);
}
