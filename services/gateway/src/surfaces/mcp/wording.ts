import type { Failure } from '@parcelyard/contracts/common';
import type { Directions } from '@parcelyard/reasons/directions';
import { STORE_CHANGES } from '@parcelyard/reasons/orders-reasons';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Absolute, type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { toRefused } from '@parcelyard/service-kit/failure';
import { sentencesWithAdvice } from './what-next';

const directions: Directions = {
  rateAgain: 'Call get_rates again and use its values.',
  readAgreementAgain:
    'Call register_carrier without confirm, have the user read and accept the agreement, then confirm with the new agreement_token.',
  rating: 'get_rates',
  rateAndParcel: 'rate_id and package_id',
  checkStatus: ' Check its status with get_order.',
  lookAtOrder: 'Check get_label',
  voidLabelFirst: 'Void the label with cancel_shipping_label first.',
  cancelAgain: 'Call cancel_order again.',
  voidOrCancel: 'void the label with cancel_shipping_label or cancel the order with cancel_order',
  tryPickupAgain: 'Check list_pickups before you try again.',
  checkPickupBooking: 'Check list_pickups before you try again.',
  checkPickup: 'Check get_pickup in a moment.',
  tryBatchAgain: 'Check get_batch_status before you try again.',
  seeStores: ' See list_connected_platforms.',
  giveWeight: ' Give weight_oz in the call, or save it on the order with update_order.',
  batch: 'batch_id',
};

/** Sentences that name MCP's own tools and arguments. */
const catalogue: Catalogue = {
  ...sentencesWithAdvice,
  // common
  plan_lacks_feature: ({ serviceName, feature }) =>
    `Your current ${serviceName} plan does not include ${feature}. Upgrade the subscription to use this tool.`,
  // orders
  order_needs_one_recipient: () => 'Exactly one of customer_id or ship_to must be provided.',
  store_changed_order: ({ orderId, storeName, what }) =>
    `Order ${orderId} was ${STORE_CHANGES[what]} in ${storeName} meanwhile. No label was bought and nothing was charged. Check the order with get_order. If it must still be sent, call get_rates again and use its values.`,
  // shipping
  batch_nothing_to_buy: () =>
    'No order is ready to ship and has a weight, so there is nothing to buy. Give weight_oz for orders without a weight, or check the orders with list_orders.',
  order_without_batch_label: ({ orderId, batchId }) =>
    `Batch ${batchId} has no label for order ${orderId}. get_batch_status shows the reason.`,
  purchase_unresolved: () =>
    'The label purchase is unresolved: the carrier or another service gave no answer in time. A label may or may not have been bought, and its price is held until that is known. Check get_label and get_balance in a minute, before you try again.',
  no_batch_yet: () =>
    'This account has no batch yet. Start one with trigger_batch_purchase. Only connections with the access token from account settings have this tool.',
};

/**
 * Converts the name of a service's field to the name of the tool's argument. Tools have amounts in dollars, so `_cents`
 * is removed. A service may put amounts into a group `amounts`, which tools do not have, so `amounts.` is removed, too.
 */
const fieldName = (path: string) => withoutUnit(path).replace('amounts.', '');

const withoutUnit = (path: string) => (path.endsWith('_cents') ? path.slice(0, -'_cents'.length) : path);

export const mcpSentence = (refused: Refused, absolute?: Absolute): string =>
  wordReason({ catalogue, directions, fieldName, absolute }, refused);

/** Returns the sentence for a refusal that is part of a reply. */
export const mcpFailure = (failure: Failure, absolute?: Absolute): string =>
  mcpSentence(toRefused(failure), absolute);
