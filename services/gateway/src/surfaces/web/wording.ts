import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { toRefused } from '@parcelyard/service-kit/failure';

const RATE_AGAIN = 'Rate the order again.';
const PREVIEW_AGAIN = 'Read the agreement below and accept it.';

/** What a page says where it must name its own pages and fields. */
const catalogue: Catalogue = {
  // common
  // auth
  // billing
  // customers
  // orders
  order_labelled: ({ orderId }) =>
    `Order ${orderId} has a label and cannot be changed. Void the label first.`,
  order_held_by_purchase: ({ orderId, act }) =>
    `A label is being bought for order ${orderId}. Look at it in a moment, before you ${act} it.`,
  order_relabelled: ({ orderId }) =>
    `Order ${orderId} got another label meanwhile. Nothing was canceled; try again.`,
  nothing_to_change: () => 'Change at least one field.',
  order_needs_one_recipient: () => 'Choose a customer or give an address.',
  platform_not_connected: ({ platform }) => `No ${platform} store is connected to this account.`,
  store_canceled_labelled: ({ storeName }) =>
    `Canceled in ${storeName}. It has a label here: void it, or cancel the order, if the parcel is not to go.`,
  // pickups
  pickup_being_booked: ({ date }) =>
    `A pickup for ${date} is being booked or canceled by another call. Try again in a moment.`,
  pickup_booking_unknown: () =>
    'The carrier has not answered yet, so the pickup may still be booked. Check it again in a moment.',
  pickup_addition_unknown: ({ pickupId }) =>
    `More orders are being added to pickup ${pickupId}; that is not finished yet. Check it again in a moment.`,
  // shipping
  agreement_token_not_intact: () => `This agreement is not the one that was shown. ${PREVIEW_AGAIN}`,
  agreement_token_of_another_account: () => `This agreement was shown to another account. ${PREVIEW_AGAIN}`,
  agreement_token_of_another_carrier: ({ issuedFor, carrier }) =>
    `This is the agreement of ${issuedFor}, not of ${carrier}. ${PREVIEW_AGAIN}`,
  agreement_changed: () => `The agreement has changed since it was shown. ${PREVIEW_AGAIN}`,
  agreement_token_expired: () => `This agreement was shown too long ago. ${PREVIEW_AGAIN}`,
  seal_not_intact: () => `This rate is not intact. ${RATE_AGAIN}`,
  seal_of_another_account: () => `This rate was issued to another account. ${RATE_AGAIN}`,
  seal_of_another_order: ({ orderId }) =>
    `This rate belongs to another order, not to order ${orderId}. ${RATE_AGAIN}`,
  seals_of_two_ratings: () => `The rate and its parcel come from two different ratings. ${RATE_AGAIN}`,
  differs_from_rate: ({ sealed, got }) =>
    `The service must be the one of this rate, "${sealed}"; got "${got}". ${RATE_AGAIN}`,
  rate_expired: () => `This rate has expired. ${RATE_AGAIN}`,
  address_changed_since_rating: ({ orderId }) =>
    `The address or weight of order ${orderId} has changed since this rate was issued. ${RATE_AGAIN}`,
  ship_from_changed_since_rating: () =>
    `Your ship-from address has changed since this rate was issued. ${RATE_AGAIN}`,
  carrier_account_out_of_use: () =>
    `Your own number with this carrier is no longer in use, and this rate was one of it. ${RATE_AGAIN}`,
  rate_of_seller_out_of_use: ({ seller }) =>
    `This rate is one of ${seller}, which sells no labels here any more. Nothing was charged. ${RATE_AGAIN}`,
  carrier_price_raised: ({ carrier }) => `${carrier} has raised the price of this service. ${RATE_AGAIN}`,
  order_not_ready_to_ship: ({ orderId }) =>
    `Order ${orderId} is not ready to ship, so no label can be bought for it.`,
  order_without_weight: ({ orderId }) => `Order ${orderId} has no weight.`,
  purchase_unresolved: () =>
    'The label purchase is unresolved: the carrier or another service gave no answer in time, so a label may or may not have been bought, and its price is held until that is known. Look at the order in a minute, before you try again.',
  purchase_by_another: ({ orderId }) =>
    `Another purchase of order ${orderId} is under way. Look at the order before you try again.`,
  order_contended: ({ orderId }) =>
    `Order ${orderId} is being bought or voided by several callers at once. Look at the order before you try again.`,
  no_batch_yet: () => 'This account has no batch yet.',
  batches_contended: () =>
    'Several batches of this account are being confirmed at once. Try again in a moment.',
};

/** Forms name their fields as the contract does. */
const fieldName = (path: string) => path;

/** A refusal in the words of the pages. */
export const webSentence = (refused: Refused): string => wordReason({ catalogue, fieldName }, refused);

/** The same for a refusal inside a reply. */
export const webFailure = (failure: Failure): string => webSentence(toRefused(failure));
