import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { isSigned, requireSignature } from '@parcelyard/service-kit/hooks/require-signature';
import type { ShopOwner } from '../../../adapters/mongo/shop-store';
import type { ShopifyAccess } from '../../../domain/platforms/connection';
import { isPrivacyTopic } from '../../../domain/platforms/privacy-request';
import { afterHook } from '../../../domain/platforms/sync-schedule';
import { PlatformRefused } from '../../../ports';
import type { OrdersPorts } from '../../orders-ports';
import { type DisconnectDependencies, forgetStore } from '../disconnect-platform';
import { notePrivacyRequest, type PrivacyDependencies } from './note-privacy-request';

export type ShopifyHookDependencies = DisconnectDependencies &
  PrivacyDependencies &
  Pick<OrdersPorts, 'shopifyApp'>;

const CHANGES: ReadonlySet<string> = new Set([
  ...['orders/create', 'orders/updated', 'orders/cancelled'],
  ...['fulfillments/create', 'fulfillments/update'],
]);

/**
 * Receives a shop's event. Shopify does not sign the header that names the shop, so nobody can rely on it. The event
 * therefore only makes us read the shop's orders, or disconnect the shop if it refuses us. Requests about personal data
 * are saved and carried out.
 * @throws DomainError `not_found` · `unauthenticated` · `invalid_argument` · `unavailable`
 */
export async function receiveShopify(
  dependencies: ShopifyHookDependencies,
  hook: HookDelivery,
): Promise<void> {
  const { connections, clock } = dependencies;
  const shop = hook.headers['x-shopify-shop-domain'] ?? '';
  const topic = hook.headers['x-shopify-topic'] ?? '';
  const owners = await ownersWithSignature(dependencies, hook, shop);
  const content = readObject(hook.body);
  if (!content) throw new DomainError('invalid_argument', 'hook_unreadable', { source: hook.source });
  for (const owner of owners) {
    const { accountId } = owner;
    if (isPrivacyTopic(topic))
      await notePrivacyRequest(dependencies, { topic, shop, body: hook.body, owner });
    if (CHANGES.has(topic)) await connections.requestImport(accountId, 'shopify', afterHook(clock.now()));
    if (topic === 'app/uninstalled') await disconnectIfRefused(dependencies, accountId, shop, content);
  }
}

/**
 * Returns the accounts that may receive the event. With a signature of our own app, these are all accounts of the shop.
 * With a signature of an account's own app, it is that account.
 * @throws DomainError `not_found` · `unauthenticated`
 */
async function ownersWithSignature(
  { shopifyApp, shops, connections }: ShopifyHookDependencies,
  hook: HookDelivery,
  shop: string,
): Promise<ShopOwner[]> {
  const appSecrets = shopifyApp?.secrets ?? [];
  const owners: { owner: ShopOwner; secrets: readonly string[] }[] = [];
  for (const owner of await shops.owners(shop)) {
    const access = (await connections.readAccess(owner.accountId, 'shopify'))?.access as
      | ShopifyAccess
      | undefined;
    const isOwn = access?.shop === shop && 'clientSecret' in access.credentials;
    const own = isOwn ? [(access.credentials as { clientSecret: string }).clientSecret] : [];
    owners.push({ owner, secrets: [...appSecrets, ...own] });
  }
  const all = new Set([...appSecrets, ...owners.flatMap(({ secrets }) => secrets)]);
  if (all.size === 0) throw hookNotConfigured(hook);
  const signature = hook.headers['x-shopify-hmac-sha256'];
  const signed = { body: hook.body, signature, encoding: 'base64' as const };
  requireSignature(signed, [...all]);
  return owners.filter(({ secrets }) => isSigned(signed, secrets)).map(({ owner }) => owner);
}

/**
 * Returns the body if it is a JSON object. Shopify signs query strings with the same secret, and somebody could send
 * such a string as an event.
 */
function readObject(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const content: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
    return isObject ? (content as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Disconnects the shop if it refuses us. If the app was installed again before the event came, the shop accepts us, and
 * nothing changes. If the credentials can no longer be read, the shop cannot be asked. Then the signed body must name
 * the shop.
 */
async function disconnectIfRefused(
  dependencies: ShopifyHookDependencies,
  accountId: ShopOwner['accountId'],
  shop: string,
  content: Record<string, unknown>,
): Promise<void> {
  const { connections, platforms, logger } = dependencies;
  if ((await connections.find(accountId, 'shopify'))?.store !== shop) return;
  try {
    const access = (await connections.openAccess(accountId, 'shopify')) as ShopifyAccess | undefined;
    if (access) return void (await platforms.shopify.verify(access));
    if (content.myshopify_domain === shop)
      return void (await forgetStore(dependencies, accountId, 'shopify'));
    logger.warn(
      { accountId, shop },
      'a shop stays connected: its credentials can no longer be read, and its event does not name it',
    );
  } catch (error) {
    if (error instanceof PlatformRefused) return void (await forgetStore(dependencies, accountId, 'shopify'));
    throw new DomainError('unavailable', 'store_no_answer', { storeName: shop }, { cause: error });
  }
}
