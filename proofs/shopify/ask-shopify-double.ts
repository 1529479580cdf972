import { createEgress } from '@parcelyard/egress/create-egress';
import { createPlatforms } from '@parcelyard/orders/adapters/platforms/create-platforms';
import { accountId } from '@parcelyard/service-kit/ids';
import { aShopifyLine, aShopifyOrder } from '../../services/orders/test/platforms/a-shopify-order';
import {
  CLIENT,
  SHOPIFY_TOKEN,
  startShopifyDouble,
} from '../../services/orders/test/platforms/start-shopify-double';
import { recordExchanges } from '../record-exchanges';
import type { GraphqlExchange } from './fits-schema';

/** Sends every request of the adapter to our double of Shopify and returns the requests with their answers. */
export async function askShopifyDouble(): Promise<GraphqlExchange[]> {
  const double = await startShopifyDouble();
  const recorder = await recordExchanges(double.host);
  try {
    const allow = [recorder.host];
    const platforms = createPlatforms({
      egress: createEgress({ allow }),
      exceptions: allow,
      clock: { now: () => new Date() },
      hooksUrl: 'https://parcelyard.example/webhooks',
      sandboxChanges: { find: async () => null, list: async () => [] },
    });
    const shop = {
      platform: 'shopify' as const,
      shop: recorder.host,
      credentials: { accessToken: SHOPIFY_TOKEN },
    };
    const lines = Array.from({ length: 12 }, () => aShopifyLine());
    const abroad = { ...(aShopifyOrder().shippingAddress as object), countryCodeV2: 'CA', zip: 'K1A 0B1' };
    double.put(
      aShopifyOrder(),
      aShopifyOrder({ lineItems: lines }),
      aShopifyOrder({ shippingAddress: abroad }),
    );
    const { shopify } = platforms;
    const access = await shopify.verify(shop);
    const store = { accountId: accountId(1), access };
    const window = { since: new Date('2026-01-01'), until: new Date() };
    await shopify.fetchOrders(store, window, undefined);
    const [one] = double.orders.values();
    await shopify.fetchOrder?.(store, one?.id.split('/').at(-1) ?? '');
    const told = {
      externalId: one?.id.split('/').at(-1) ?? '',
      purchaseId: 'pur_1',
      trackingNumber: '9400111',
    };
    const trackingUrl = 'https://ship.example/track/9400111';
    const label = {
      ...told,
      carrier: 'usps',
      method: 'USPS Ground Advantage',
      trackingUrl,
      order: { date: new Date(0) },
    };
    await shopify.fulfill(store, { ...label, statusAfter: '', notifyCustomer: false });
    await shopify.withdraw(store, told);
    const app = { ...shop, credentials: { ...CLIENT } };
    await shopify.events?.subscribe(app);
    await shopify.events?.unsubscribe(app);
  } finally {
    await recorder.close();
    await double.stop();
  }
  return recorder.exchanges
    .filter(({ path }) => path.endsWith('/graphql.json'))
    .map(({ sent, body }) => ({ ...JSON.parse(sent), data: JSON.parse(body).data }));
}
