import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../domain-error';

interface Signed {
  body: Uint8Array;
  /** The HMAC-SHA256 from the sender's header; undefined without the header. */
  signature: string | undefined;
  encoding: 'base64' | 'hex';
}

/**
 * Returns whether one of the secrets signed the body. All secrets are tried, so that the time does not reveal which
 * secret was right.
 */
export function isSigned({ body, signature, encoding }: Signed, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature ?? '', encoding);
  const signs = (secret: string) => {
    const wanted = createHmac('sha256', secret).update(body).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return secrets.map(signs).includes(true);
}

/**
 * Requires a signature by one of the secrets. Several secrets are accepted, so that a secret can be replaced without
 * losing an event.
 * @throws DomainError `unauthenticated`
 */
export function requireSignature(signed: Signed, secrets: readonly string[]): void {
  if (!isSigned(signed, secrets)) throw new DomainError('unauthenticated', 'hook_signature_wrong', {});
}
