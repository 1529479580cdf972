import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';

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
  // pickups
  // shipping
};

/** Forms name their fields as the contract does. */
const fieldName = (path: string) => path;

/** A refusal in the words of the pages. */
export const webSentence = (refused: Refused): string => wordReason({ catalogue, fieldName }, refused);
