import type { Failure } from '@parcelyard/contracts/common';
import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Absolute, type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { toRefused } from '@parcelyard/service-kit/failure';

const dollars = (amount: number) => formatDollars(cents(amount));

const RATE_AGAIN = 'Call POST /public/shipping-info again and use its values.';
const PREVIEW_AGAIN = 'Read and accept the agreement again.';

/** What a REST answer says where it must name its own routes and fields. */
const catalogue: Catalogue = {
  // common
  // auth
  // billing
  approval_denied: ({ totalCents, askAgainAt }) =>
    `The owner said no to this label at ${dollars(totalCents)}, and can be asked about it again from ${askAgainAt}. Nothing was charged.`,
  charge_above_max_charge: (
    { totalCents, postageCents, insuranceCents, feeCents, maxChargeCents },
    { field },
  ) =>
    `This label costs ${dollars(totalCents)} in all (postage ${dollars(postageCents)}, insurance ${dollars(insuranceCents)}, fee ${dollars(feeCents)}), above ${field} ${dollars(maxChargeCents)}. Nothing was charged. Choose a cheaper rate, or raise ${field}.`,
  // customers
  // orders
  order_labelled: ({ orderId }) =>
    `Order ${orderId} has a label and cannot be changed. Delete the order, or void its label first with POST /public/order/{id}/void-label.`,
  order_held_by_purchase: ({ orderId, act }) =>
    `A label is being bought for order ${orderId}. Check GET /public/order/{id} in a moment, before you ${act} it.`,
  order_relabelled: ({ orderId }) =>
    `Order ${orderId} got another label meanwhile. Nothing was canceled; send DELETE /public/order/{id} again.`,
  nothing_to_change: () => 'Give at least one field to change.',
  order_needs_one_recipient: () => 'Exactly one of customerId or an address must be provided.',
  platform_not_connected: ({ platform }) => `No ${platform} store is connected to this account.`,
  store_canceled_labelled: ({ storeName }) =>
    `Canceled in ${storeName}. It has a label here: void it, or send DELETE /public/order/{id}, if the parcel is not to go.`,
  delivery_not_found: ({ deliveryId }) => `Webhook delivery ${deliveryId} was not found in this account.`,
  webhook_secret_lost: () =>
    'The signing secret can no longer be read. Make another with POST /public/webhook/rotate-secret.',
  // pickups
  nothing_to_pick_up: ({ carrier }) =>
    `No printed ${carrier} labels are waiting for a pickup. Mark labels printed with POST /public/mark-labels-printed.`,
  pickup_being_booked: ({ date }) =>
    `A pickup for ${date} is being booked or canceled by another call. Try again in a moment.`,
  pickup_booking_unknown: () =>
    'The carrier has not answered yet, so the pickup may still be booked. Check it again in a moment.',
  pickup_addition_unknown: ({ pickupId }) =>
    `More orders are being added to pickup ${pickupId}; that is not finished yet. Check it again in a moment.`,
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
    `${field} is not intact: it must be passed exactly as POST /public/shipping-info returned it. ${RATE_AGAIN}`,
  seal_of_another_account: (_, { field }) => `${field} was issued to another account. ${RATE_AGAIN}`,
  seal_of_another_order: ({ orderId }, { field }) =>
    `${field} belongs to another order, not to order ${orderId}. ${RATE_AGAIN}`,
  seals_of_two_ratings: () =>
    `rateId and packageId come from two different POST /public/shipping-info results. ${RATE_AGAIN}`,
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
  price_above_max_cost: ({ price, maxCost }, { field }) =>
    `The postage of this rate is $${price}, above ${field} $${maxCost}. Nothing was charged.`,
  order_not_ready_to_ship: ({ orderId }) =>
    `Order ${orderId} is not ready to ship, so no label can be bought for it. Check its status with GET /public/order/{id}.`,
  order_without_weight: ({ orderId }) =>
    `Order ${orderId} has no weight. Rate the order with POST /public/shipping-info.`,
  purchase_unresolved: () =>
    'The label purchase is unresolved: the carrier or another service gave no answer in time, so a label may or may not have been bought, and its price is held until that is known. Check GET /public/order/{id} in a minute, before you try again.',
  purchase_by_another: ({ orderId }) =>
    `Another purchase of order ${orderId} is under way. Check GET /public/order/{id} before you try again.`,
  order_contended: ({ orderId }) =>
    `Order ${orderId} is being bought or voided by several callers at once. Check GET /public/order/{id} before you try again.`,
  no_batch_yet: () => 'This account has no batch yet.',
  batches_contended: () =>
    'Several batches of this account are being confirmed at once. Try again in a moment.',
};

/**
 * The contract's `customer_id` is `customerId` here, amounts are dollars, and an order has neither a `ship_to` nor
 * `amounts` of its own.
 */
export const restField = (path: string): string =>
  (path.endsWith('_cents') ? path.slice(0, -'_cents'.length) : path)
    .replace('amounts.', '')
    .replace('street', 'address')
    .replace(/(^|\.)ship_to\.?/g, '$1')
    .replace(/\.$/, '')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

interface Names {
  /** For a route with names of its own. */
  readonly fieldName?: (path: string) => string;
  readonly absolute?: Absolute;
}

/** A refusal in the words of the REST API. */
export const restSentence = (refused: Refused, { fieldName = restField, absolute }: Names = {}): string =>
  wordReason({ catalogue, fieldName, absolute }, refused);

/** The same for a refusal inside a reply. */
export const restFailure = (failure: Failure, absolute?: Absolute): string =>
  restSentence(toRefused(failure), absolute && { absolute });
