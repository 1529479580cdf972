import type {
  BeginShopifyInstallRequest,
  FinishShopifyInstallRequest,
  PlatformConnection,
  StoreConsent,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { InstallState } from '../../adapters/platforms/install-states';
import type { ShopifyApp } from '../../adapters/platforms/shopify/shopify-app';
import type { StoreAccess } from '../../domain/platforms/connection';
import { SHOPIFY_SCOPES } from '../../domain/platforms/store-permissions';
import type { OrdersPorts } from '../orders-ports';
import { type ConnectDependencies, connectStore, storeProblem } from './connect-platform';

export type InstallDependencies = ConnectDependencies & Pick<OrdersPorts, 'shopifyApp' | 'installStates'>;

/** Enough time to sign in at Shopify, read its pages and perhaps ask a colleague. */
const INSTALL_MS = 3_600_000;

/**
 * Returns the page on which the owner allows the app in their shop.
 * @throws DomainError `not_found` · `invalid_argument`
 */
export async function beginShopifyInstall(
  { shopifyApp, installStates, clock }: InstallDependencies,
  { accountId, shop: given, session, query }: BeginShopifyInstallRequest,
): Promise<StoreConsent> {
  const app = requireApp(shopifyApp);
  if (query !== '') requireSigned(app, new URLSearchParams(query));
  const shop = app.readShop(given);
  const until = clock.now().getTime() + INSTALL_MS;
  const state = installStates.write({ accountId, shop, session, until });
  return { url: app.consentUrl(shop, state), permissions: [...SHOPIFY_SCOPES] };
}

/**
 * Connects the shop when the owner comes back from Shopify. Shopify must have signed the query, and the query must
 * belong to this session and this shop. Its code is then exchanged for tokens.
 * @throws DomainError `invalid_argument` · `failed_precondition` · `unavailable`
 */
export async function finishShopifyInstall(
  dependencies: InstallDependencies,
  { accountId: account, session, query: sent }: FinishShopifyInstallRequest,
): Promise<PlatformConnection> {
  const { shopifyApp, installStates, connections, clock } = dependencies;
  const app = requireApp(shopifyApp);
  const query = new URLSearchParams(sent);
  requireSigned(app, query);
  const shop = app.readShop(query.get('shop') ?? '');
  const begun = installStates.read(query.get('state') ?? '');
  const accountId = toAccountId(account);
  if (!begun || !isSame(begun, { accountId, shop, session }) || begun.until < clock.now().getTime()) {
    throw new DomainError('failed_precondition', 'install_not_begun_here', {});
  }
  const known = (await connections.list(accountId)).find(({ platform }) => platform === 'shopify');
  const storeName = known?.storeName ?? (shop.split('.')[0] as string);
  let access: StoreAccess;
  try {
    access = await app.redeem(shop, query.get('code') ?? '');
  } catch (error) {
    throw storeProblem(storeName, error);
  }
  return connectStore(dependencies, accountId, storeName, access);
}

const isSame = (begun: InstallState, now: Pick<InstallState, 'accountId' | 'shop' | 'session'>): boolean =>
  begun.accountId === now.accountId && begun.shop === now.shop && begun.session === now.session;

function requireApp(app: ShopifyApp | undefined): ShopifyApp {
  if (app) return app;
  throw new DomainError('not_found', 'shopify_app_missing', {});
}

function requireSigned(app: ShopifyApp, query: URLSearchParams): void {
  if (!app.signed(query))
    throw new DomainError('invalid_argument', 'not_from_shopify', {}, { field: 'hmac' });
}
