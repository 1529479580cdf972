import type {
  PlatformConnection as ConnectionMessage,
  ConnectPlatformRequest,
  ImportJob as ImportJobMessage,
  SandboxStore,
  ShopifyStore,
  WooCommerceStore,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Order, toRow } from '../order';
import type { PlatformConnection, StoreAccess } from './connection';
import type { ImportJob } from './import-job';

const DEFAULT_ORDERS_PER_DAY = 12;
const MAX_ORDERS_PER_DAY = 1_000;

/** @throws DomainError `invalid_argument` */
export function toStoreAccess(store: ConnectPlatformRequest['store']): StoreAccess {
  switch (store?.$case) {
    case undefined:
      throw required('store');
    case 'sandbox':
      return toSandbox(store.sandbox);
    case 'shopify':
      return toShopify(store.shopify);
    case 'woocommerce':
      return toWooCommerce(store.woocommerce);
  }
}

function toSandbox(sandbox: SandboxStore): StoreAccess {
  const ordersPerDay = sandbox.ordersPerDay || DEFAULT_ORDERS_PER_DAY;
  if (ordersPerDay < 1 || ordersPerDay > MAX_ORDERS_PER_DAY) {
    const limits = { min: 1, max: MAX_ORDERS_PER_DAY };
    throw new DomainError('invalid_argument', 'field_not_within', limits, { field: 'orders_per_day' });
  }
  return { platform: 'sandbox', ordersPerDay };
}

function toShopify({ shop, accessToken, clientId, clientSecret }: ShopifyStore): StoreAccess {
  if (shop === '') throw required('shop');
  if (accessToken !== '') return { platform: 'shopify', shop, credentials: { accessToken } };
  if (clientId === '') throw new DomainError('invalid_argument', 'shopify_credentials_missing', {});
  if (clientSecret === '') throw required('client_secret');
  return { platform: 'shopify', shop, credentials: { clientId, clientSecret } };
}

function toWooCommerce({ url, consumerKey, consumerSecret }: WooCommerceStore): StoreAccess {
  if (url === '') throw required('url');
  if (consumerKey === '') throw required('consumer_key');
  if (consumerSecret === '') throw required('consumer_secret');
  return { platform: 'woocommerce', url, consumerKey, consumerSecret };
}

const required = (field: string) => new DomainError('invalid_argument', 'field_required', {}, { field });

/** @param orders the present state of the orders that the job names */
export const toImportJobMessage = (
  job: ImportJob,
  orders: ReadonlyMap<number, Order> = new Map(),
): ImportJobMessage => ({
  jobId: job.id,
  platform: job.platform,
  storeName: job.storeName,
  status: job.status,
  since: job.window.since,
  counts: job.counts,
  errors: job.errors,
  startedAt: job.startedAt,
  finishedAt: job.finishedAt,
  createdOrders: job.created.flatMap((id) => {
    const order = orders.get(id);
    return order ? [toRow(order)] : [];
  }),
  updatedOrders: job.updated.flatMap(({ orderId, changed }) => {
    const order = orders.get(orderId);
    return order ? [{ orderId, orderNumber: order.orderNumber, changed }] : [];
  }),
});

export const toConnectionMessage = (
  connection: PlatformConnection,
  failedWriteBacks: number,
): ConnectionMessage => {
  const { platform, storeName, status, connectedAt, lastSyncAt, fulfillment, events } = connection;
  const store = { platform, storeName, status, connectedAt, lastSyncAt };
  return { ...store, fulfillment, failedWriteBacks, events };
};
