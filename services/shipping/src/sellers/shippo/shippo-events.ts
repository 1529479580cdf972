import { timingSafeEqual } from 'node:crypto';
import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { requireSignature } from '@parcelyard/service-kit/hooks/require-signature';
import { z } from 'zod';
import { parseJson } from '../parse-json';
import type { SellerEvent } from '../seller-port';

/** The header with Shippo's signature: `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<body>">`. */
const SIGNATURE_HEADER = 'shippo-auth-signature';

const event = z.object({
  event: z.string(),
  data: z.looseObject({ tracking_number: z.string().nullish() }).nullish(),
});

/** `track_updated` is about scans, `transaction_updated` about a refund. */
const ABOUT_A_LABEL: ReadonlySet<string> = new Set(['track_updated', 'transaction_updated']);

/**
 * Reads an event of Shippo. Shippo signs events only for accounts that ask for it. All other accounts have a secret at
 * the end of the webhook's address. A valid signature or a valid secret is enough, because an event only makes us read
 * from Shippo.
 * @param secrets of the webhook, the current one first; there are several while one is being replaced
 * @throws DomainError `unauthenticated` · `invalid_argument` when the body is no event
 */
export function readShippoEvent(
  { key, body, headers }: Pick<HookDelivery, 'key' | 'body' | 'headers'>,
  secrets: readonly string[],
): SellerEvent {
  if (!isSecret(key, secrets)) requireShippoSignature(body, headers[SIGNATURE_HEADER], secrets);
  const read = event.safeParse(parseJson(body));
  if (!read.success) throw new DomainError('invalid_argument', 'hook_unreadable', { source: 'shippo' });
  const trackingNumber = read.data.data?.tracking_number ?? '';
  if (!ABOUT_A_LABEL.has(read.data.event) || trackingNumber === '') return { kind: 'other' };
  return { kind: 'label', trackingNumber };
}

/** Compares with all secrets, so that the time of the comparison does not show which secret was right. */
function isSecret(key: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(key);
  const equals = (secret: string) => {
    const wanted = Buffer.from(secret);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return secrets.map(equals).includes(true);
}

/** The timestamp is not checked, because an old event only makes us read once more. */
function requireShippoSignature(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): void {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const of = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const signature = of('v1');
  const signed = Buffer.concat([Buffer.from(`${of('t')}.`), body]);
  requireSignature({ body: signed, signature, encoding: 'hex' }, secrets);
}
