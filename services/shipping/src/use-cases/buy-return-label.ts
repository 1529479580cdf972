import type { Order, OrderLabel } from '@parcelyard/contracts/orders';
import type {
  BuyLabelPreview,
  BuyLabelResponse,
  BuyLabelResult,
  BuyReturnLabelRequest,
} from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { contractAddress, postalAddress } from '../domain/address/postal-address';
import { checkParcel } from '../domain/parcel';
import type { PurchaseTerms } from '../domain/purchase';
import type { ShippingSettings } from '../domain/settings';
import type { PurchasePorts } from '../ports';
import type { ShipmentRequest } from '../sellers/carrier-port';
import { askCarriers, type OfferedRate } from './ask-carriers';
import { buyOnce } from './buy-once';
import { previewExisting, previewLabel } from './preview-label';
import type { PurchaseOrder } from './purchase/purchase-label';
import { existingResult, refuseVoidPending } from './purchased-label';
import { AWAITING_LABEL, refuseUnreturnable, returnShipment } from './return-shipment';
import type { ShippingPorts } from './shipping-ports';
import { refuseAboveMaxCost, spendingTerms } from './spending-terms';

type Ports = PurchasePorts & Pick<ShippingPorts, 'settings'>;

/**
 * Previews or buys a return label at the current price: with the service that the request names, or with the cheapest
 * service. The label is bought like any other label, from the customer to the shop and without insurance. If the order
 * already has a return label, this label is returned, and nothing is charged.
 * @throws DomainError not_found · failed_precondition when no return was requested, when there is no rate, or for a
 * price above `max_cost` · invalid_argument for a customer outside the US, or when the weight is missing · errors of
 * billing and carrier · unresolved when it is unknown whether a label was bought
 */
export async function buyReturnLabel(
  ports: Ports,
  request: BuyReturnLabelRequest,
): Promise<BuyLabelResponse> {
  const { accountId, orderId, confirm } = request;
  const [order, settings] = await Promise.all([
    ports.orders.getOrder({ accountId, orderId }),
    ports.settings.get(accountId),
  ]);
  if (order.returnLabel) return existing(ports, order, order.returnLabel, { settings, confirm });
  if (!AWAITING_LABEL.has(order.status)) {
    throw new DomainError('failed_precondition', 'return_not_requested', { orderId });
  }
  const { weightOz = 0, length, width, height } = order;
  const parcel = checkParcel({ weightOz, length, width, height });
  const shipment = returnShipment(order, settings, { now: ports.clock.now(), parcel });
  const rate = await cheapestRate(ports, shipment, request);
  refuseAboveMaxCost(rate.amount, request.maxCostCents);
  const terms: PurchaseTerms = {
    ...returnTerms(rate, shipment, order),
    ...spendingTerms(request),
    ...(request.approvedByOwner && { approvedByOwner: true }),
  };
  if (confirm) return result(await buyOnce(ports, purchaseOf(order, terms)));
  return preview(await previewReturn(ports, order, terms, settings));
}

/**
 * Previews or buys a return label at the price of a rate that the caller chose. The label can be bought even if nobody
 * has requested a return for the order.
 */
export async function buyRatedReturnLabel(
  ports: Ports,
  order: Order,
  { settings, confirm, ratedTerms }: Confirming & { readonly ratedTerms: () => PurchaseTerms },
): Promise<BuyLabelResponse> {
  if (order.returnLabel) return existing(ports, order, order.returnLabel, { settings, confirm });
  refuseUnreturnable(order);
  const terms: PurchaseTerms = {
    ...ratedTerms(),
    insurance: ZERO,
    insuredValue: undefined,
    ...endsOf({ from: postalAddress(order.shipTo), to: settings.shipFrom }),
  };
  return confirm
    ? result(await buyOnce(ports, purchaseOf(order, terms)))
    : preview(await previewReturn(ports, order, terms, settings));
}

interface Confirming {
  readonly settings: ShippingSettings;
  readonly confirm: boolean;
}

async function existing(
  ports: Ports,
  order: Order,
  label: OrderLabel,
  { settings, confirm }: Confirming,
): Promise<BuyLabelResponse> {
  const { accountId, orderId } = order;
  refuseVoidPending(label, orderId);
  if (confirm) return result(await existingResult(ports, accountId, label));
  const shipTo = contractAddress(settings.shipFrom);
  return preview({ ...(await previewExisting(ports, order, label)), shipTo, addressCheck: undefined });
}

/** Returns both addresses of a return label. The label is a PDF, because the customer prints it at home. */
const endsOf = ({ from, to }: Pick<ShipmentRequest, 'from' | 'to'>) => ({
  shipFrom: from,
  returnTo: to,
  printSetting: 'pdf' as const,
});

async function previewReturn(
  ports: Ports,
  order: Order,
  terms: PurchaseTerms,
  settings: ShippingSettings,
): Promise<BuyLabelPreview> {
  const previewed = await previewLabel(ports, order, terms, { ...settings, insurance: false });
  const { returnTo } = terms;
  return {
    ...previewed,
    shipTo: returnTo && contractAddress(returnTo),
    addressCheck: undefined,
    warnings: [],
    cover: undefined,
  };
}

const result = (value: BuyLabelResult): BuyLabelResponse => ({
  outcome: { $case: 'result', result: { ...value, forReturn: true } },
});
const preview = (value: BuyLabelPreview): BuyLabelResponse => ({
  outcome: { $case: 'preview', preview: { ...value, forReturn: true } },
});

async function cheapestRate(
  { carriers }: Ports,
  shipment: ShipmentRequest,
  { orderId, serviceLevel }: BuyReturnLabelRequest,
): Promise<OfferedRate> {
  const { rates, errors } = await askCarriers(carriers.all, shipment);
  const chosen = rates.find((rate) => !serviceLevel || rate.serviceLevel === serviceLevel);
  if (chosen) return chosen;
  const words = errors.map(({ message }) => message).join(' ');
  throw new DomainError('failed_precondition', 'no_rates', { orderId, words });
}

const returnTerms = (
  rate: OfferedRate,
  { from, to, parcel, options }: ShipmentRequest,
  { addressVersion }: Order,
): Omit<PurchaseTerms, 'connectionKind'> => ({
  seller: rate.seller,
  carrier: rate.carrier,
  serviceLevel: rate.serviceLevel,
  method: rate.method,
  postage: rate.amount,
  insurance: ZERO,
  addressVersion,
  ...(rate.estimatedDeliveryDate ? { estimatedDeliveryDate: rate.estimatedDeliveryDate } : {}),
  parcel,
  options,
  ...(rate.ownAccount && { ownAccount: rate.ownAccount.externalId }),
  ...endsOf({ from, to }),
});

const purchaseOf = ({ accountId, orderId, labelGeneration }: Order, terms: PurchaseTerms): PurchaseOrder => ({
  accountId,
  orderId,
  labelGeneration,
  terms,
});
