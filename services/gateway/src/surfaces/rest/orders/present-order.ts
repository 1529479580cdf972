import type { Address, Measures } from '@parcelyard/contracts/common';
import type { LabelAdjustment, Order } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import type { z } from 'zod';
import { linkOrNull, textOrNull, zonedTimestampOrNull } from '../../../values/nullable';
import type { RestOrder } from '../../../values/order-fields';
import { isVoidPending } from '../../../values/void-pending';
import type { RestContext } from '../route';
import type { orderSchema } from './order-schema';
import { restOrderStatus } from './rest-order-status';
import { shownShipDate } from './ship-date';

type PresentedOrder = z.infer<typeof orderSchema>;

export function presentOrder(
  order: Order,
  context: Pick<RestContext, 'absolute' | 'sentence'>,
): PresentedOrder {
  const shipTo = order.shipTo as Address;
  return {
    id: order.orderId,
    customerId: order.customerId,
    invoiceNumber: order.invoiceNumber ?? '',
    externalOrderId: textOrNull(order.externalOrderId),
    externalOrderNumber: textOrNull(order.externalOrderNumber),
    storeNotice: order.storeNotice ? context.sentence(order.storeNotice) : null,
    storeFulfillment: presentStoreFulfillment(order, context),
    orderNumber: order.orderNumber,
    orderStatus: restOrderStatus(order.status),
    firstName: shipTo.firstName,
    lastName: shipTo.lastName,
    email: shipTo.email,
    phone: shipTo.phone,
    address1: shipTo.street1,
    address2: shipTo.street2,
    address3: shipTo.street3,
    city: shipTo.city,
    state: shipTo.state,
    zip: shipTo.zip,
    country: shipTo.country || 'US',
    total: toDollars(order.totalCents),
    salesTax: toDollars(order.taxCents),
    handling: toDollars(order.handlingCents),
    subtotal: toDollars(order.subtotalCents),
    shipping: toDollars(order.shippingCents),
    weight: order.weightOz ?? null,
    discount: toDollars(order.discountCents),
    length: order.length ?? null,
    width: order.width ?? null,
    height: order.height ?? null,
    orderNote: order.note,
    dateTime: zonedTimestampOrNull(order.date) ?? '',
    updatedAt: zonedTimestampOrNull(order.updatedAt),
    voidPending: isVoidPending(order),
    shipment: presentShipment(order, context),
    adjustments: order.adjustments.length > 0 ? order.adjustments.map(presentAdjustment) : undefined,
    items: order.items.map((item) => ({
      id: item.itemId,
      itemCode: item.sku || item.name,
      upc: item.upc ?? '',
      price: toDollars(item.priceCents),
      quantity: item.quantity,
      totalPrice: toDollars(item.priceCents * item.quantity),
      ...(item.hsCode ? { hsCode: item.hsCode } : {}),
      ...(item.originCountry ? { originCountry: item.originCountry } : {}),
    })),
  } satisfies RestOrder;
}

const presentAdjustment = ({
  carrier,
  adjustment,
}: LabelAdjustment): NonNullable<PresentedOrder['adjustments']>[number] => ({
  amount: toDollars(adjustment?.cents ?? 0),
  carrier,
  billed: presentMeasures(adjustment?.billed),
  measured: presentMeasures(adjustment?.measured),
  reason: adjustment?.reason ?? '',
  at: zonedTimestampOrNull(adjustment?.at) ?? '',
});

const presentMeasures = ({ weightOz, length, width, height }: Measures = {}) => ({
  weight: weightOz ?? null,
  length: length ?? null,
  width: width ?? null,
  height: height ?? null,
});

function presentShipment(order: Order, context: Pick<RestContext, 'absolute'>) {
  const { label } = order;
  const cost = label?.costCents ?? order.shippingCostCents;
  return {
    shipDate: shownShipDate(order),
    shippingMethod: textOrNull(label?.method),
    shippingCost: cost === undefined ? null : toDollars(cost),
    trackingNumber: textOrNull(label?.trackingNumber ?? order.trackingNumber),
    trackingURL: linkOrNull(context, label?.trackingUrl ?? order.trackingUrl),
    shippingLabelURL: label?.pendingVoid ? null : linkOrNull(context, label?.labelUrl),
  };
}

function presentStoreFulfillment(
  { storeFulfillment, createdAt }: Order,
  context: Pick<RestContext, 'sentence'>,
): PresentedOrder['storeFulfillment'] {
  if (!storeFulfillment) return null;
  const { state, at = createdAt, failure } = storeFulfillment;
  return { state, at: zonedTimestampOrNull(at) ?? '', message: failure ? context.sentence(failure) : null };
}
