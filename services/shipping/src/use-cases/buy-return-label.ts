import type { Order } from '@parcelyard/contracts/orders';
import type {
  BuyLabelPreview,
  BuyLabelResponse,
  BuyLabelResult,
  BuyReturnLabelRequest,
} from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { SettingsStore } from '../adapters/mongo/settings-store';
import type { ShipmentRequest } from '../carriers/carrier-port';
import { contractAddress, isDomestic, postalAddress } from '../domain/address/postal-address';
import { checkParcel } from '../domain/parcel';
import type { PurchaseTerms } from '../domain/purchase';
import type { ShippingSettings } from '../domain/settings';
import type { PurchasePorts } from '../ports';
import { askCarriers, type OfferedRate } from './ask-carriers';
import { orderGoods, orderReferences } from './order-shipment';
import { previewExisting, previewLabel } from './preview-label';
import { purchaseLabel } from './purchase/purchase-label';
import { existingResult, labelResult, orderLabel, refuseVoidPending } from './purchased-label';
import { refuseAboveMaxCost, spendingTerms } from './spending-terms';

interface Ports extends PurchasePorts {
  readonly settings: SettingsStore;
}

/** Statuses of an order whose return waits for its label. */
const AWAITING_LABEL: ReadonlySet<string> = new Set(['PrintReturnLabel', 'ReturnLabelRefunded']);

/**
 * Previews, or buys the label with which a customer sends an order back: the cheapest service, or the one that is named,
 * at the price that its carrier gives now. The same purchase as any other, with the addresses the other way round and
 * without insurance. An order whose return has its label is answered with it, and nothing is charged.
 * @throws DomainError not_found · failed_precondition without a requested return, without a rate and above `max_cost` ·
 * invalid_argument from abroad and without a weight · the refusals of money and carrier · unresolved
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
  const { returnLabel } = order;
  if (returnLabel) {
    refuseVoidPending(returnLabel, orderId);
    return confirm
      ? result(await existingResult(ports, accountId, returnLabel))
      : preview(await previewExisting(ports, order, returnLabel));
  }
  if (!AWAITING_LABEL.has(order.status)) {
    throw new DomainError('failed_precondition', 'return_not_requested', { orderId });
  }
  const shipment = returnShipment(order, settings, ports.clock.now());
  const rate = await cheapestRate(ports, shipment, request);
  refuseAboveMaxCost(rate.amount, request.maxCostCents);
  const terms = { ...returnTerms(rate, shipment, order), ...spendingTerms(request) };
  if (confirm) return result(await buy(ports, order, terms));
  const previewed = await previewLabel(ports, order, terms, { ...settings, insurance: false });
  return preview({ ...previewed, shipTo: contractAddress(shipment.to), warnings: [], cover: undefined });
}

const result = (value: BuyLabelResult): BuyLabelResponse => ({
  outcome: { $case: 'result', result: value },
});
const preview = (value: BuyLabelPreview): BuyLabelResponse => ({
  outcome: { $case: 'preview', preview: value },
});

function returnShipment(
  order: Order,
  { shipFrom: shop, ownAccounts }: ShippingSettings,
  now: Date,
): ShipmentRequest {
  const from = postalAddress(order.shipTo);
  if (!isDomestic(from)) {
    // A parcel from abroad needs its sender's own customs declaration.
    throw new DomainError('invalid_argument', 'country_not_us', { got: from.country }, { field: 'country' });
  }
  const { weightOz = 0, length, width, height } = order;
  return {
    from,
    to: shop,
    parcel: checkParcel({ weightOz, length, width, height }),
    options: { signatureRequired: false, saturdayDelivery: false },
    shipDate: now,
    orderReferences: orderReferences(order),
    items: orderGoods(order),
    isReturn: true,
    ownAccounts,
  };
}

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
  shipFrom: from,
  returnTo: to,
  // The customer prints it at home.
  printSetting: 'pdf',
});

async function buy(
  ports: Ports,
  { accountId, orderId, labelGeneration }: Order,
  terms: PurchaseTerms,
): Promise<BuyLabelResult> {
  try {
    const { purchase, mine } = await purchaseLabel(ports, { accountId, orderId, labelGeneration, terms });
    return labelResult(purchase, orderLabel(ports.links, purchase), mine);
  } catch (error) {
    // The return got its label between reading and locking the order.
    if (!(error instanceof DomainError) || error.code !== 'already_exists') throw error;
    const { returnLabel } = await ports.orders.getOrder({ accountId, orderId });
    if (!returnLabel) throw error;
    refuseVoidPending(returnLabel, orderId);
    return existingResult(ports, accountId, returnLabel);
  }
}
