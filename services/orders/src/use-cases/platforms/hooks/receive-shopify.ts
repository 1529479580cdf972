import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { requireSignature } from '@parcelyard/service-kit/hooks/require-signature';
import type { ShopOwner } from '../../../adapters/mongo/shop-store';
import type { ShopifyApp } from '../../../adapters/platforms/shopify/shopify-app';
import type { ShopifyAccess } from '../../../domain/platforms/connection';
import { isPrivacyTopic } from '../../../domain/platforms/privacy-request';
import { afterRing } from '../../../domain/platforms/sync-schedule';
import { PlatformRefused } from '../../../ports';
import { type DisconnectDependencies, forgetStore } from '../disconnect-platform';
import { notePrivacyRequest, type PrivacyDependencies } from './note-privacy-request';

export interface ShopifyHookDependencies extends DisconnectDependencies, PrivacyDependencies {
  shopifyApp: ShopifyApp | undefined;
}

const CHANGES: ReadonlySet<string> = new Set([
  ...['orders/create', 'orders/updated', 'orders/cancelled'],
  ...['fulfillments/create', 'fulfillments/update'],
]);

/**
 * A shop's event. Its header names the shop and is not signed, so that nothing is believed: orders are read again, and a
 * shop is forgotten when it no longer lets us in. What is asked about personal data is kept and carried out.
 * @throws DomainError `not_found` · `unauthenticated` · `unavailable`
 */
export async function receiveShopify(
  dependencies: ShopifyHookDependencies,
  hook: HookDelivery,
): Promise<void> {
  const { shops, connections, clock } = dependencies;
  const shop = hook.headers['x-shopify-shop-domain'] ?? '';
  const topic = hook.headers['x-shopify-topic'] ?? '';
  const owners = await shops.owners(shop);
  const signature = hook.headers['x-shopify-hmac-sha256'];
  requireSignature(
    { body: hook.body, signature, encoding: 'base64' },
    await secretsOf(dependencies, hook, owners),
  );
  for (const owner of owners) {
    const { accountId } = owner;
    if (isPrivacyTopic(topic))
      await notePrivacyRequest(dependencies, { topic, shop, body: hook.body, owner });
    if (CHANGES.has(topic)) await connections.ring(accountId, 'shopify', afterRing(clock.now()));
    if (topic === 'app/uninstalled') await leaveIfShut(dependencies, accountId, shop);
  }
}

/** Our own app's, and of shops that have an app of their own that one's. */
async function secretsOf(
  { shopifyApp, connections }: ShopifyHookDependencies,
  hook: HookDelivery,
  owners: readonly ShopOwner[],
): Promise<string[]> {
  const secrets = [...(shopifyApp?.secrets ?? [])];
  for (const { accountId } of owners) {
    const access = (await connections.readAccess(accountId, 'shopify'))?.access as ShopifyAccess | undefined;
    if (access && 'clientSecret' in access.credentials) secrets.push(access.credentials.clientSecret);
  }
  if (secrets.length === 0) throw hookNotConfigured(hook);
  return secrets;
}

/** An event that comes late, after the app was installed again, finds the door open and changes nothing. */
async function leaveIfShut(
  dependencies: ShopifyHookDependencies,
  accountId: ShopOwner['accountId'],
  shop: string,
): Promise<void> {
  const { connections, platforms } = dependencies;
  try {
    const access = (await connections.openAccess(accountId, 'shopify')) as ShopifyAccess | undefined;
    if (access?.shop !== shop) return;
    await platforms.shopify.verify(access);
  } catch (error) {
    if (error instanceof PlatformRefused) return void (await forgetStore(dependencies, accountId, 'shopify'));
    throw new DomainError('unavailable', 'store_no_answer', { storeName: shop }, { cause: error });
  }
}
