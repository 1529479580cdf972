import { fromShopify, shopifyOrder } from '../../src/adapters/platforms/shopify/from-shopify';
import { fromWooCommerce, wooOrder } from '../../src/adapters/platforms/woocommerce/from-woocommerce';
import { ORDER_FIELDS } from '../../src/domain/order-fields';
import { aShopifyLine, aShopifyOrder } from './a-shopify-order';
import { aWooOrder } from './start-woocommerce-double';

/** A complete order of each store, as its adapter reads it. */
const READ = {
  shopify: () => {
    const lineItems = { nodes: [aShopifyLine()], pageInfo: { hasNextPage: false, endCursor: null } };
    const order = shopifyOrder.parse({ ...aShopifyOrder(), lineItems });
    return fromShopify(order, order.lineItems.nodes);
  },
  woocommerce: () => fromWooCommerce(wooOrder.parse(aWooOrder())),
};

describe.each(['shopify', 'woocommerce'] as const)('a full order from %s', (platform) => {
  const fields = Object.entries(ORDER_FIELDS).flatMap(([name, { store }]) =>
    store?.from.some((from) => from === platform) ? [name] : [],
  );

  it.each(fields)('fills the field %s, which the table declares for that store', (name) => {
    const read = READ[platform]();
    const value = new Map(Object.entries('order' in read ? read.order : {})).get(name);
    expect([undefined, null, '', 0]).not.toContain(value);
    expect(value).not.toEqual([]);
  });
});
