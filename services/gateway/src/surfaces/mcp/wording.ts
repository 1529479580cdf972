import type { Failure } from '@parcelyard/contracts/common';
import { STORE_CHANGES } from '@parcelyard/reasons/orders-reasons';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Absolute, type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { toRefused } from '@parcelyard/service-kit/failure';
import { sentencesWithAdvice } from './what-next';

const RATE_AGAIN = 'Call get_rates again and use its values.';
const PREVIEW_AGAIN =
  'Call register_carrier without confirm, have the user read and accept the agreement, then confirm with its agreement_token.';

/** What an MCP answer says where it must name its own tools and arguments. */
const catalogue: Catalogue = {
  ...sentencesWithAdvice,
  // common
  plan_lacks_feature: ({ serviceName, feature }) =>
    `Your current ${serviceName} plan does not include ${feature}. Upgrade the subscription to use this tool.`,
  // auth
  // billing
  // customers
  // orders
  order_labelled: ({ orderId }) =>
    `Order ${orderId} has a label and cannot be changed. Void the label with cancel_shipping_label first.`,
  order_held_by_purchase: ({ orderId, act }) =>
    `A label is being bought for order ${orderId}. Check get_label in a moment, before you ${act} it.`,
  order_relabelled: ({ orderId }) =>
    `Order ${orderId} got another label meanwhile. Nothing was canceled; call cancel_order again.`,
  nothing_to_change: () =>
    'Give at least one of items, add_items, remove_items, weight_oz, order_note, tax, shipping or discount.',
  order_needs_one_recipient: () => 'Exactly one of customer_id or ship_to must be provided.',
  platform_not_connected: ({ platform }) =>
    `No ${platform} store is connected to this account. See list_connected_platforms.`,
  store_canceled_labelled: ({ storeName }) =>
    `Canceled in ${storeName}. It has a label here: void it with cancel_shipping_label, or cancel_order, if the parcel is not to go.`,
  store_changed_order: ({ orderId, storeName, what }) =>
    `${storeName} ${STORE_CHANGES[what]} order ${orderId} meanwhile. No label was bought and nothing was charged. Look at it with get_order; if it is to be sent still, call get_rates again and use its values.`,
  // pickups
  pickup_being_booked: ({ date }) =>
    `A pickup for ${date} is being booked or canceled by another call. Check list_pickups before you try again.`,
  pickup_booking_unknown: () =>
    'The carrier has not answered yet, so the pickup may still be booked. Check list_pickups before you try again.',
  pickup_addition_unknown: ({ pickupId }) =>
    `More orders are being added to pickup ${pickupId}; that is not finished yet. Check get_pickup in a moment.`,
  // shipping
  agreement_token_not_intact: (_, { field }) =>
    `${field} is not intact: it must be passed exactly as the preview returned it. ${PREVIEW_AGAIN}`,
  agreement_token_of_another_account: (_, { field }) =>
    `${field} was issued to another account. ${PREVIEW_AGAIN}`,
  agreement_token_of_another_carrier: ({ issuedFor, carrier }, { field }) =>
    `${field} is for the agreement of ${issuedFor}, not of ${carrier}. ${PREVIEW_AGAIN}`,
  agreement_changed: (_, { field }) =>
    `The agreement has changed since this ${field} was issued. ${PREVIEW_AGAIN}`,
  agreement_token_expired: (_, { field }) => `This ${field} has expired. ${PREVIEW_AGAIN}`,
  seal_not_intact: (_, { field }) =>
    `${field} is not intact: it must be passed exactly as get_rates returned it. ${RATE_AGAIN}`,
  seal_of_another_account: (_, { field }) => `${field} was issued to another account. ${RATE_AGAIN}`,
  seal_of_another_order: ({ orderId }, { field }) =>
    `${field} belongs to another order, not to order ${orderId}. ${RATE_AGAIN}`,
  seals_of_two_ratings: () =>
    `rate_id and package_id come from two different get_rates results. ${RATE_AGAIN}`,
  differs_from_rate: ({ sealed, got }, { field }) =>
    `${field} must be the one of this rate, "${sealed}"; got "${got}". ${RATE_AGAIN}`,
  rate_expired: () => `This rate has expired. ${RATE_AGAIN}`,
  address_changed_since_rating: ({ orderId }) =>
    `The address or weight of order ${orderId} has changed since this rate was issued. ${RATE_AGAIN}`,
  ship_from_changed_since_rating: () =>
    `The ship-from address of the account has changed since this rate was issued. ${RATE_AGAIN}`,
  carrier_account_out_of_use: () =>
    `The account's own number with this carrier is no longer in use, and this rate was one of it. ${RATE_AGAIN}`,
  rate_of_seller_out_of_use: ({ seller }) =>
    `This rate is one of ${seller}, which sells no labels here any more. Nothing was charged. ${RATE_AGAIN}`,
  carrier_price_raised: ({ carrier }) => `${carrier} has raised the price of this service. ${RATE_AGAIN}`,
  order_not_ready_to_ship: ({ orderId }) =>
    `Order ${orderId} is not ready to ship, so no label can be bought for it. Check its status with get_order.`,
  order_without_weight: ({ orderId }) =>
    `Order ${orderId} has no weight. Give the batch a weight_oz, or save one on the order with update_order.`,
  batch_nothing_to_buy: () =>
    'No order is ready to ship and has a weight, so there is nothing to buy. Give a weight_oz for orders without one, or look at them with list_orders.',
  order_without_batch_label: ({ orderId, batchId }) =>
    `Batch ${batchId} has no label for order ${orderId}: get_batch_status says why.`,
  purchase_unresolved: () =>
    'The label purchase is unresolved: the carrier or another service gave no answer in time. A label may or may not have been bought, and its price is held until that is known. Check get_label and get_balance in a minute, before you try again.',
  purchase_by_another: ({ orderId }) =>
    `Another purchase of order ${orderId} is under way. Check get_label before you try again.`,
  order_contended: ({ orderId }) =>
    `Order ${orderId} is being bought or voided by several callers at once. Check get_label before you try again.`,
  no_batch_yet: () =>
    'This account has no batch yet: start one with trigger_batch_purchase, which only connections with the access token from account settings have.',
  batch_running: ({ batchId, orders }) =>
    `A batch is running (batch_id ${batchId}, ${orders} ${orders === 1 ? 'order' : 'orders'}). Wait until it has ended, then confirm this one. Nothing was queued.`,
  batches_contended: () =>
    'Several batches of this account are being confirmed at once. Check get_batch_status before you try again.',
};

/** The contract names fields as the tools do, but for amounts: tools take dollars, each beside the others. */
const fieldName = (path: string) => withoutUnit(path).replace('amounts.', '');

const withoutUnit = (path: string) => (path.endsWith('_cents') ? path.slice(0, -'_cents'.length) : path);

/** A refusal in the words of the MCP surface. */
export const mcpSentence = (refused: Refused, absolute?: Absolute): string =>
  wordReason({ catalogue, fieldName, absolute }, refused);

/** The same for a refusal inside a reply. */
export const mcpFailure = (failure: Failure, absolute?: Absolute): string =>
  mcpSentence(toRefused(failure), absolute);
