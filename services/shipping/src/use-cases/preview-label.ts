import type { Order, OrderLabel } from '@parcelyard/contracts/orders';
import type {
  BuyLabelPreview,
  Cover,
  CustomsItem as CustomsItemMessage,
} from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import { postalAddress } from '../domain/address/postal-address';
import { type CustomsItem, declaredValue } from '../domain/customs/customs-item';
import {
  carrierBilled,
  chargedPostage,
  insurancePremium,
  isReturn,
  type PurchaseTerms,
} from '../domain/purchase';
import { purchaseFailed } from '../domain/purchase-step';
import { isReal } from '../domain/seller';
import type { ShippingSettings } from '../domain/settings';
import { declaredGoods, orderWarnings } from './order-shipment';
import type { ShippingPorts } from './shipping-ports';

type PreviewPorts = Pick<ShippingPorts, 'billing'>;

/** Returns what a purchase would buy, cost, insure and declare, or why it would be refused. Changes nothing. */
export async function previewLabel(
  { billing }: PreviewPorts,
  order: Order,
  terms: PurchaseTerms,
  settings: ShippingSettings,
): Promise<BuyLabelPreview> {
  const { postage, insurance, shipFrom, itn, connectionKind, timeZone } = terms;
  const { approvalId = '', approvedByOwner } = terms;
  const charge = await billing.previewCharge({
    accountId: order.accountId,
    postageCents: chargedPostage(terms),
    insuranceCents: insurance,
    batch: false,
    maxChargeCents: terms.maxCharge,
    realLabels: isReal(terms.seller),
    spending: {
      connectionKind: writeConnectionKind(connectionKind),
      timeZone,
      orderIds: [order.orderId],
      approvalId,
      approvedByOwner,
      dearestCents: 0,
      reservation: '',
      carrierBilledCents: carrierBilled(terms),
      destination: destinationDigest(terms.returnTo ?? postalAddress(order.shipTo)),
      forReturn: isReturn({ terms }),
    },
  });
  const goods = declaredGoods(order, shipFrom);
  return {
    ...charge,
    postageCents: postage,
    insuranceCents: insurance,
    existingLabel: undefined,
    refusal:
      charge.refusal?.reason === 'shipment_limit_reached' ? purchaseFailed(charge.refusal) : charge.refusal,
    declaredValueCents: goods.length > 0 ? declaredValue(goods) : undefined,
    customsItems: goods.map(toCustomsItem),
    warnings: orderWarnings(order, shipFrom, itn),
    shipTo: order.shipTo,
    weightOz: terms.parcel.weightOz,
    estimatedDeliveryDate: terms.estimatedDeliveryDate,
    addressCheck: order.addressCheck,
    cover: coverOf(order, settings),
    ...(terms.ownAccount && { billedByCarrier: true }),
  };
}

/** Returns what insurance of an order costs and covers, even when the account has turned it off. */
export const coverOf = ({ totalCents }: Order, { insurance: enabled }: ShippingSettings): Cover => ({
  enabled,
  premiumCents: insurancePremium(true, cents(totalCents)),
  insuredValueCents: totalCents,
});

const toCustomsItem = (item: CustomsItem): CustomsItemMessage => ({
  description: item.description,
  quantity: item.quantity,
  unitValueCents: item.unitValue,
  hsCode: item.hsCode,
  originCountry: item.originCountry ?? '',
});

export async function previewExisting(
  { billing }: PreviewPorts,
  order: Order,
  existingLabel: OrderLabel,
): Promise<BuyLabelPreview> {
  const { availableCents } = await billing.getBalance({ accountId: order.accountId });
  return {
    postageCents: 0,
    insuranceCents: 0,
    feeCents: 0,
    totalChargeCents: 0,
    currentBalanceCents: availableCents,
    balanceAfterCents: availableCents,
    autoRechargeWouldFire: false,
    rechargeCents: 0,
    balanceWouldGoNegative: false,
    existingLabel,
    refusal: undefined,
    customsItems: [],
    warnings: [],
    shipTo: order.shipTo,
    weightOz: order.weightOz,
    estimatedDeliveryDate: existingLabel.estimatedDeliveryDate,
    addressCheck: order.addressCheck,
  };
}
