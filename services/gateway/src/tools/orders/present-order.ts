import type { Address, Measures } from '@parcelyard/contracts/common';
import type {
  AddressCheck,
  AddressCheckMessage,
  LabelAdjustment,
  LabelCosts,
  Order,
  OrderEvent,
  OrderItem,
  OrderRow,
  PendingRefund,
  StoreFulfillment,
} from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { linkOrNull, textOrNull, timestampOrNull } from '../../values/nullable';
import type { McpOrder, McpOrderGroup } from '../../values/order-fields';
import { orderStatusLabel } from '../../values/order-status';
import type { ToolName } from '../../values/tool-name';
import { isVoidPending } from '../../values/void-pending';
import type { Payload, ToolContext } from '../tool';

/** @see [MCP-O4] */
export function presentOrder(order: Order, context: ToolContext): Payload {
  const cost = order.label?.costCents ?? order.shippingCostCents;
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    status: orderStatusLabel(order.status),
    date: timestampOrNull(order.date),
    ship_to: presentShipTo(order.shipTo as Address),
    customer_id: order.customerId || null,
    external_order_id: textOrNull(order.externalOrderId),
    totals: {
      subtotal: toDollars(order.subtotalCents),
      shipping: toDollars(order.shippingCents),
      tax: toDollars(order.taxCents),
      discount: toDollars(order.discountCents),
      total: toDollars(order.totalCents),
      weight_oz: order.weightOz ?? null,
    } satisfies McpOrderGroup<'totals'>,
    shipping: {
      method: textOrNull(order.label?.method),
      cost: cost === undefined ? null : toDollars(cost),
      ship_date: timestampOrNull(order.shipDate),
      label_url: order.label?.pendingVoid ? null : linkOrNull(context, order.label?.labelUrl),
    } satisfies McpOrderGroup<'shipping'>,
    // If no label was bought here for the order, another system's tracking number and link are shown.
    tracking_number: textOrNull(order.label?.trackingNumber ?? order.trackingNumber),
    tracking_url: linkOrNull(context, order.label?.trackingUrl ?? order.trackingUrl),
    // The field is not in the specification, so it appears only when there is something to report.
    void_pending: isVoidPending(order) || undefined,
    // The last address check; null if the address was never checked.
    address_check: presentAddressCheck(order.addressCheck),
    pending_refund: presentPendingRefund(order.pendingRefund),
    label_cost: presentLabelCosts(order.labelCosts),
    history: order.history.map(presentEvent),
    order_note: textOrNull(order.note),
    adjustments: order.adjustments.length > 0 ? order.adjustments.map(presentAdjustment) : undefined,
    store_notice: order.storeNotice && context.sentence(order.storeNotice),
    store_fulfillment: order.storeFulfillment && presentStoreFulfillment(order.storeFulfillment, context),
    external_order_number: order.externalOrderNumber || undefined,
    items: order.items.map(presentItem),
  } satisfies McpOrder;
}

/** Returns null before a label is bought. */
const presentLabelCosts = (cost: LabelCosts | undefined): Payload | null =>
  cost
    ? {
        charged: toDollars(cost.chargedCents),
        refunded: toDollars(cost.refundedCents),
        net: toDollars(cost.chargedCents - cost.refundedCents),
      }
    : null;

const presentEvent = ({ at, what, amountCents, trackingNumber }: OrderEvent): Payload => ({
  at: timestampOrNull(at),
  what,
  amount: amountCents === undefined ? null : toDollars(amountCents),
  tracking_number: textOrNull(trackingNumber),
});

const presentAdjustment = ({ carrier, adjustment }: LabelAdjustment): Payload => ({
  amount: toDollars(adjustment?.cents ?? 0),
  carrier,
  billed: presentMeasures(adjustment?.billed),
  measured: presentMeasures(adjustment?.measured),
  reason: textOrNull(adjustment?.reason),
  at: timestampOrNull(adjustment?.at),
});

const presentMeasures = ({ weightOz, length, width, height }: Measures = {}): Payload => ({
  weight_oz: weightOz ?? null,
  length: length ?? null,
  width: width ?? null,
  height: height ?? null,
});

const presentStoreFulfillment = (
  { state, at, failure }: StoreFulfillment,
  context: ToolContext,
): Payload => ({
  state,
  at: timestampOrNull(at),
  ...(failure ? { message: context.sentence(failure) } : {}),
});

const presentItem = (item: OrderItem): Payload => ({
  // A line without an item code has its product name as code.
  sku: textOrNull(item.sku) ?? textOrNull(item.name),
  name: textOrNull(item.name),
  upc: textOrNull(item.upc),
  quantity: item.quantity,
  price: toDollars(item.priceCents),
  notes: textOrNull(item.notes),
  // These fields are not in the specification, so they appear only when they are known.
  ...(item.hsCode ? { hs_code: item.hsCode } : {}),
  ...(item.originCountry ? { origin_country: item.originCountry } : {}),
});

/** @see [MCP-O3] */
export const presentOrderRow = (row: OrderRow) =>
  ({
    order_id: row.orderId,
    order_number: row.orderNumber,
    name: row.name,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country || 'US',
    total: toDollars(row.totalCents),
    date: timestampOrNull(row.date),
    status: orderStatusLabel(row.status),
    tracking_number: textOrNull(row.trackingNumber),
    source: row.source,
    address_status: textOrNull(row.addressStatus),
    void_pending: row.voidPending || undefined,
  }) satisfies Record<ToolName<Exclude<keyof OrderRow, 'totalCents'>> | 'total', unknown>;

/** @see [MCP-O5] */
export const presentShipTo = (address: Address): Payload => ({
  name: address.name,
  company: textOrNull(address.company),
  street1: textOrNull(address.street1),
  street2: textOrNull(address.street2),
  city: textOrNull(address.city),
  state: textOrNull(address.state),
  zip: textOrNull(address.zip),
  country: address.country || 'US',
  phone: textOrNull(address.phone),
  email: textOrNull(address.email),
});

/** Returns null when no address was checked. */
export const presentAddressCheck = (check: AddressCheck | undefined): Payload | null =>
  check ? { status: check.status, messages: presentAddressMessages(check.messages) } : null;

const presentPendingRefund = (refund: PendingRefund | undefined): Payload | null =>
  refund ? { amount: toDollars(refund.amountCents), expected_by: timestampOrNull(refund.expectedBy) } : null;

export const presentAddressMessages = (messages: readonly AddressCheckMessage[]): Payload[] =>
  messages.map(({ code, field, message, suggestion }) => ({
    code,
    field: textOrNull(field),
    message,
    suggestion: textOrNull(suggestion),
  }));
