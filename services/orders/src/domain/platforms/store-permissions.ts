import type { StorePermission } from '@parcelyard/contracts/orders';

/** The permissions that our Shopify app requests, with the reasons that merchants read before they agree. */
export const SHOPIFY_SCOPES: readonly StorePermission[] = [
  { name: 'read_orders', reason: 'to bring in the orders that are to be shipped, and to hear of changes' },
  {
    name: 'write_merchant_managed_fulfillment_orders',
    reason: 'to mark an order as shipped, with its tracking number, when you buy its label',
  },
  { name: 'write_fulfillments', reason: 'to take that back when you void the label' },
  { name: 'read_products', reason: 'to declare HS codes and origins of goods that leave the country' },
];

/**
 * The permission that we request on WooCommerce's page. WooCommerce offers no narrower permission for both reading and
 * writing.
 */
export const WOOCOMMERCE_SCOPE: readonly StorePermission[] = [
  {
    name: 'read_write',
    reason:
      'to read orders and hear of changes, and to write tracking, a note and the status of an order that was shipped',
  },
];
