import { createHash } from 'node:crypto';
import type { ReceivedEvent } from '@parcelyard/testing/start-receiver';

const BLOCK_BYTES = 64;

/**
 * Returns the signature that the REST specification requires for an event. It is computed without the product's code
 * and without the platform's HMAC: RFC 2104 over SHA-256, step by step.
 */
export function signatureOf({ headers, body }: ReceivedEvent, signingSecret: string): string {
  const message = Buffer.from(`${String(headers['x-ship-timestamp'])}.${body}`);
  const secret = Buffer.from(signingSecret);
  const key = Buffer.alloc(BLOCK_BYTES);
  (secret.length > BLOCK_BYTES ? sha256(secret) : secret).copy(key);
  const padded = (byte: number) => key.map((each) => each ^ byte);
  return `v1=${sha256(padded(0x5c), sha256(padded(0x36), message)).toString('hex')}`;
}

function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
