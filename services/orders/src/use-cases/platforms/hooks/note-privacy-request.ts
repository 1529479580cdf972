import { createHash } from 'node:crypto';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { z } from 'zod';
import type { ShopOwner } from '../../../adapters/mongo/shop-store';
import { keptExternalId } from '../../../domain/platforms/platform';
import type { PrivacyTopic } from '../../../domain/platforms/privacy-request';
import type { OrdersPorts } from '../../orders-ports';

export type PrivacyDependencies = Pick<
  OrdersPorts,
  'connections' | 'orders' | 'privacy' | 'clock' | 'logger'
>;

const idList = z.array(z.union([z.number(), z.string()]).transform(String)).default([]);

/**
 * The body of a request about personal data, as shopify.dev describes it under "Privacy law compliance". Only the
 * fields that we use are listed.
 */
const SHAPE = z.object({ shop_domain: z.string(), orders_requested: idList, orders_to_redact: idList });

/**
 * Saves Shopify's requests about personal data, so that they are carried out later.
 * @throws DomainError `invalid_argument` when the body is from another shop, or is not such a request
 */
export async function notePrivacyRequest(
  { connections, orders, privacy, clock, logger }: PrivacyDependencies,
  { topic, shop, body, owner }: { topic: PrivacyTopic; shop: string; body: Uint8Array; owner: ShopOwner },
): Promise<void> {
  const { accountId, stays } = owner;
  const asked = read(body);
  // The header says which shop sent this, but only the body is signed.
  if (asked?.shop_domain !== shop) {
    throw new DomainError('invalid_argument', 'hook_unreadable', { source: 'shopify' });
  }
  // If the app was installed again meanwhile, the shop is a customer again, and its data stay.
  if (topic === 'shop/redact' && (await connections.find(accountId, 'shopify'))?.store === shop) return;
  const receivedAt = clock.now();
  const externalIds = [...asked.orders_requested, ...asked.orders_to_redact];
  const keys = { externalOrderIds: externalIds.map((id) => keptExternalId('shopify', id)), orderNumbers: [] };
  const { byExternalId } = await orders.findImported(accountId, keys);
  const spans =
    topic === 'shop/redact' ? stays.map(({ from, to = receivedAt }) => ({ from, to })) : undefined;
  await privacy.note(
    {
      accountId,
      topic,
      shop,
      receivedAt,
      externalIds,
      spans,
      orderIds: [...byExternalId.values()],
      customerIds: [],
      kept: 0,
    },
    createHash('sha256').update(`${topic}\n`).update(body).digest('base64url'),
    topic === 'customers/data_request' ? undefined : receivedAt,
  );
  logger.info({ accountId, topic, shop }, 'a platform asks about personal data');
}

function read(body: Uint8Array): z.infer<typeof SHAPE> | undefined {
  try {
    return SHAPE.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return undefined;
  }
}
