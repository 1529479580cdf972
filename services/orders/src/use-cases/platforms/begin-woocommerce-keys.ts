import type { BeginWooCommerceKeysRequest, StoreConsent } from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { WOOCOMMERCE_SCOPE } from '../../domain/platforms/store-permissions';
import type { OrdersPorts } from '../orders-ports';
import { type ConnectDependencies, readStoreName } from './connect-platform';

export interface KeyDependencies
  extends ConnectDependencies,
    Pick<OrdersPorts, 'offers' | 'serviceName' | 'absolute'> {
  /** @throws DomainError `invalid_argument` */
  readStoreUrl(given: string): string;
  /** Returns a new code. The code is shown in the store, where only the people who run the store can read it. */
  newCode(): string;
}

/**
 * Returns the address of the page on which the owner lets the store create keys for us.
 * @see developer.woocommerce.com, "Auto generating API keys using our Application Authentication Endpoint"
 * @throws DomainError `not_found` · `invalid_argument`
 */
export async function beginWooCommerceKeys(
  { offers, serviceName, reachable, newHook, readStoreUrl, absolute }: KeyDependencies,
  { accountId: account, storeName: name, url: given, accountName: named }: BeginWooCommerceKeysRequest,
): Promise<StoreConsent> {
  if (!reachable) throw new DomainError('not_found', 'store_keys_need_https', {});
  const accountId = toAccountId(account);
  const storeName = readStoreName(name);
  const url = readStoreUrl(given);
  const accountName = cleanSavedText(named).trim() || `account ${accountId}`;
  const { key } = newHook(accountId);
  await offers.offer(key, { accountId, storeName, accountName, url });
  const query = new URLSearchParams({
    app_name: serviceName,
    scope: 'read_write',
    user_id: String(accountId),
    return_url: absolute('/settings/shipping?changed=keys'),
    callback_url: absolute(`/webhooks/woocommerce-keys/${key}`),
  });
  return { url: `${url}/wc-auth/v1/authorize?${query}`, permissions: [...WOOCOMMERCE_SCOPE] };
}
