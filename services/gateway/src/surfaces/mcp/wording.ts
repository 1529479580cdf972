import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { fromFailure } from '@parcelyard/service-kit/failure';

/** What an MCP answer says where it must name its own tools and arguments. */
const catalogue: Catalogue = {
  // common
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
  nothing_to_change: () => 'Give at least one of items, weight_oz, note, tax, shipping or discount.',
  order_needs_one_recipient: () => 'Exactly one of customer_id or ship_to must be provided.',
  platform_not_connected: ({ platform }) =>
    `No ${platform} store is connected to this account. See list_connected_platforms.`,
  // pickups
  // shipping
};

/** The contract names fields as the tools do, but for amounts: tools take dollars, each beside the others. */
const fieldName = (path: string) => withoutUnit(path).replace('amounts.', '');

const withoutUnit = (path: string) => (path.endsWith('_cents') ? path.slice(0, -'_cents'.length) : path);

/** A refusal in the words of the MCP surface. */
export const mcpSentence = (refused: Refused): string => wordReason({ catalogue, fieldName }, refused);

/** The same for a refusal inside a reply. */
export const mcpFailure = (failure: Failure): string => mcpSentence(fromFailure(failure));
