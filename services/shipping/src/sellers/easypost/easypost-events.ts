import { DomainError } from '@parcelyard/service-kit/domain-error';
import { requireSignature } from '@parcelyard/service-kit/hooks/require-signature';
import { z } from 'zod';
import { parseJson } from '../parse-json';
import type { SellerEvent } from '../seller-port';

const PREFIX = 'hmac-sha256-hex=';

const event = z.object({
  description: z.string(),
  result: z.looseObject({ tracking_code: z.string().nullish() }),
});

/** Events about a change of a label's postage after the sale. */
const ABOUT_POSTAGE: ReadonlySet<string> = new Set(['shipment.invoice.created', 'shipment.invoice.updated']);

const ABOUT_A_LABEL: ReadonlySet<string> = new Set([
  ...['tracker.created', 'tracker.updated'],
  'refund.successful',
]);

/**
 * Reads an event of EasyPost. EasyPost signs events with the webhook's secret, after converting the secret to the
 * Unicode form NFKD.
 * @param secrets of the webhook, the current one first; there are several while one is being replaced
 * @throws DomainError `unauthenticated` · `invalid_argument` when the body is no event
 */
export function readEasypostEvent(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): SellerEvent {
  const signature = header?.startsWith(PREFIX) ? header.slice(PREFIX.length) : undefined;
  const normalized = secrets.map((secret) => secret.normalize('NFKD'));
  requireSignature({ body, signature, encoding: 'hex' }, normalized);
  const read = event.safeParse(parseJson(body));
  if (!read.success) throw new DomainError('invalid_argument', 'hook_unreadable', { source: 'easypost' });
  const { description, result } = read.data;
  if (ABOUT_POSTAGE.has(description)) return { kind: 'adjustment' };
  const trackingNumber = result.tracking_code ?? '';
  if (!ABOUT_A_LABEL.has(description) || trackingNumber === '') return { kind: 'other' };
  return { kind: 'label', trackingNumber };
}
