import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { fromFailure } from '@parcelyard/service-kit/failure';

/** What a REST answer says where it must name its own routes and fields. */
const catalogue: Catalogue = {
  // common
  // auth
  // billing
  // customers
  // orders
  order_labelled: ({ orderId }) =>
    `Order ${orderId} has a label and cannot be changed. Delete the order, or void its label first.`,
  order_held_by_purchase: ({ orderId, act }) =>
    `A label is being bought for order ${orderId}. Check GET /public/order/{id} in a moment, before you ${act} it.`,
  order_relabelled: ({ orderId }) =>
    `Order ${orderId} got another label meanwhile. Nothing was canceled; send DELETE /public/order/{id} again.`,
  nothing_to_change: () => 'Give at least one field to change.',
  order_needs_one_recipient: () => 'Exactly one of customerId or an address must be provided.',
  platform_not_connected: ({ platform }) => `No ${platform} store is connected to this account.`,
  // pickups
  // shipping
};

/**
 * The contract's `customer_id` is `customerId` here, amounts are dollars, and an order has neither a `ship_to` nor
 * `amounts` of its own.
 */
export const restField = (path: string): string =>
  (path.endsWith('_cents') ? path.slice(0, -'_cents'.length) : path)
    .replace('amounts.', '')
    .replace(/(^|\.)ship_to\.?/g, '$1')
    .replace(/\.$/, '')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A refusal in the words of the REST API. */
export const restSentence = (refused: Refused): string =>
  wordReason({ catalogue, fieldName: restField }, refused);

/** The same for a refusal inside a reply. */
export const restFailure = (failure: Failure): string => restSentence(fromFailure(failure));
