import { type Answer, type Call, startStoreDouble } from './start-store-double';
import { createOrderWritesDouble } from './woocommerce-order-writes-double';
import { createProductsDouble } from './woocommerce-products-double';
import { createWebhooksDouble } from './woocommerce-webhooks-double';

export const CONSUMER = { consumerKey: 'ck_of_these_tests', consumerSecret: 'cs_of_these_tests' };

export interface WooOrderFixture {
  id: number;
  status: string;
  date_modified_gmt: string;
  [field: string]: unknown;
}

let serial = 700;

/** Returns a paid order as the WooCommerce REST API v3 returns it: the fields that we read, and some more. */
export function aWooOrder(given: Partial<WooOrderFixture> = {}): WooOrderFixture {
  serial += 1;
  const address = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: '',
    address_1: '12 Analytical Way',
    address_2: '',
    city: 'Austin',
    state: 'TX',
    postcode: '78701',
    country: 'US',
    phone: '(512) 555-0100',
  };
  return {
    id: serial,
    parent_id: 0,
    number: String(serial),
    order_key: `wc_order_${serial}AbCdEfGhIj`,
    status: 'processing',
    currency: 'USD',
    date_created: '2026-03-01T03:30:00',
    date_created_gmt: '2026-03-01T09:30:00',
    date_modified: '2026-03-01T03:30:05',
    date_modified_gmt: '2026-03-01T09:30:05',
    discount_total: '1.00',
    shipping_total: '5.95',
    total_tax: '0.83',
    total: '15.78',
    prices_include_tax: false,
    customer_note: 'Ring twice',
    billing: { ...address, email: 'ada@shopper.example' },
    shipping: address,
    line_items: [
      {
        id: 315,
        name: 'Beeswax candle',
        product_id: 93,
        quantity: 3,
        subtotal: '10.00',
        total: '9.00',
        sku: 'WAX-3',
        price: 3,
      },
    ],
    shipping_lines: [{ id: 12, method_title: 'Flat rate', method_id: 'flat_rate', total: '5.95' }],
    meta_data: [],
    ...given,
  };
}

/**
 * Starts a WordPress site with WooCommerce over HTTP, only for orders. Its behavior follows WooCommerce's source code.
 */
export async function startWooCommerceDouble() {
  const orders = new Map<number, WooOrderFixture>();
  const settings = { revoked: false, withoutTotals: false, ordersArePosts: false };

  const isSignedIn = ({ headers }: Call): boolean => {
    const basic = Buffer.from(`${CONSUMER.consumerKey}:${CONSUMER.consumerSecret}`).toString('base64');
    return !settings.revoked && headers.authorization === `Basic ${basic}`;
  };
  const list = (call: Call): Answer => {
    const { searchParams } = call.url;
    if (!isSignedIn(call)) {
      const message = 'Sorry, you cannot list resources.';
      return { status: 401, body: { code: 'woocommerce_rest_cannot_view', message, data: { status: 401 } } };
    }
    const wanted = (name: string, fallback: string) => searchParams.get(name) ?? fallback;
    const after = wanted('modified_after', '');
    const before = wanted('modified_before', '9999');
    const [perPage, page] = [Number(wanted('per_page', '10')), Number(wanted('page', '1'))];
    const offset = Number(wanted('offset', String((page - 1) * perPage)));
    // WooCommerce sorts orders that it stores as posts by the local time, which is repeated when clocks go back.
    const key = (order: WooOrderFixture) =>
      String(settings.ordersArePosts ? order.date_modified : order.date_modified_gmt);
    const found = [...orders.values()]
      // In WooCommerce, `any` does not include the trash.
      .filter(({ status }) => (status === 'trash') === (wanted('status', 'any') === 'trash'))
      .filter(({ date_modified_gmt: time }) => time > after && time < before)
      .sort((a, b) => key(a).localeCompare(key(b)) || a.id - b.id);
    const fields = searchParams.get('_fields')?.split(',');
    return {
      headers: settings.withoutTotals
        ? {}
        : {
            'x-wp-total': String(found.length),
            'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
          },
      body: found
        .slice(offset, offset + perPage)
        .map((order) => (fields ? Object.fromEntries(fields.map((field) => [field, order[field]])) : order)),
    };
  };

  const events = createWebhooksDouble();
  const catalogue = createProductsDouble();
  const writes = createOrderWritesDouble(orders);
  const server = await startStoreDouble(
    (call) =>
      events.answer(call) ??
      (isSignedIn(call) ? (writes.answer(call) ?? catalogue.answer(call)) : undefined) ??
      (call.method === 'GET' && call.url.pathname === '/shop/wp-json/wc/v3/orders'
        ? list(call)
        : {
            status: 404,
            body: { code: 'rest_no_route', message: 'No route was found', data: { status: 404 } },
          }),
  );
  return {
    ...server,
    /** WordPress is in a folder, as on many sites. */
    url: `http://${server.host}/shop`,
    settings,
    events,
    writes,
    catalogue,
    find: (id: number) => orders.get(id),
    remove: ({ id }: WooOrderFixture) => orders.delete(id),
    put: (...some: WooOrderFixture[]) => {
      for (const order of some) orders.set(order.id, order);
    },
  };
}
