import type { Order } from '@parcelyard/contracts/orders';
import type {
  BuyLabelPreview,
  BuyLabelRequest,
  BuyLabelResponse,
  BuyLabelResult,
} from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fromFailure } from '@parcelyard/service-kit/failure';
import { postalAddress } from '../domain/address/postal-address';
import { checkItn } from '../domain/customs/export-citation';
import type { OwnAccount } from '../domain/own-account';
import { insurancePremium, type PurchaseTerms } from '../domain/purchase';
import { type CheckedSeals, checkSeals, type OpenedSeals } from '../domain/seals/check-seals';
import type { RateSeal } from '../domain/seals/rate-seal';
import { sellerTitle } from '../domain/seller';
import type { ShippingSettings } from '../domain/settings';
import type { PurchasePorts } from '../ports';
import { buyOnce } from './buy-once';
import { buyRatedReturnLabel } from './buy-return-label';
import { exportRefusal, orderGoods } from './order-shipment';
import { previewExisting, previewLabel } from './preview-label';
import { existingResult, refuseVoidPending } from './purchased-label';
import { openRating, shipFromDigest } from './rating-seals';
import type { ShippingPorts } from './shipping-ports';
import { refuseAboveMaxCost, spendingTerms } from './spending-terms';

export type BuyLabelPorts = PurchasePorts & Pick<ShippingPorts, 'settings' | 'sealer'>;

/**
 * Previews a label, or buys it at the price of the rate that the caller chose ([MCP-S3], [MCP-S4]). If the order
 * already has a label, that label is the answer, whatever the rate is, and nothing is charged.
 * @throws DomainError not_found · invalid_argument and failed_precondition for seals of another purchase and a price
 * above `max_cost` · errors of billing and carrier · unresolved when it is unknown whether a label was bought
 */
export async function buyLabel(ports: BuyLabelPorts, request: BuyLabelRequest): Promise<BuyLabelResponse> {
  const { accountId, orderId, confirm } = request;
  const [order, settings] = await Promise.all([
    ports.orders.getOrder({ accountId, orderId }),
    ports.settings.get(accountId),
  ]);
  const opened = openRating(ports, request);
  const ratedTerms = () => termsOf(ports, request, { opened, order, settings });
  if (isRatedReturn(opened, request)) {
    return buyRatedReturnLabel(ports, order, { settings, confirm, ratedTerms });
  }
  if (order.label) {
    refuseVoidPending(order.label, orderId);
    return confirm
      ? result(await existingResult(ports, accountId, order.label))
      : preview(await previewExisting(ports, order, order.label));
  }
  if (order.status !== READY_TO_SHIP) {
    const detail = `it is ${order.status}`;
    throw new DomainError('failed_precondition', 'order_not_ready_to_ship', { orderId }, { detail });
  }
  const rated = ratedTerms();
  const itn = checkItn(request.itn);
  const terms = { ...rated, ...(itn && { itn }) };
  if (!confirm) return preview(await previewLabel(ports, order, terms, settings));
  const refusal = exportRefusal(orderGoods(order), terms.shipFrom, postalAddress(order.shipTo), itn);
  if (refusal) throw fromFailure(refusal);
  const { labelGeneration } = order;
  const shipTo = postalAddress(order.shipTo);
  return result(await buyOnce(ports, { accountId, orderId, labelGeneration, terms, shipTo }));
}

/** Returns whether the rate is for a return. Invalid seals are refused later, as for any other rate. */
function isRatedReturn({ packageSeal }: OpenedSeals, request: BuyLabelRequest): boolean {
  if (!packageSeal?.isReturn) return false;
  return packageSeal.accountId === request.accountId && packageSeal.orderId === request.orderId;
}

interface Rated {
  readonly opened: OpenedSeals;
  readonly order: Order;
  readonly settings: ShippingSettings;
}

/** @throws DomainError for seals of another purchase, and a price above `max_cost` */
function termsOf(ports: BuyLabelPorts, request: BuyLabelRequest, rated: Rated): PurchaseTerms {
  const { order, settings } = rated;
  const seals = matchingSeals(ports, request, rated);
  refuseAboveMaxCost(seals.rate.price, request.maxCostCents);
  return { ...purchaseTerms(seals, order, settings), ...spendingTerms(request) };
}

/** The only status in which a label can be bought. */
const READY_TO_SHIP = 'ChooseShipping';

const result = (value: BuyLabelResult): BuyLabelResponse => ({
  outcome: { $case: 'result', result: value },
});
const preview = (value: BuyLabelPreview): BuyLabelResponse => ({
  outcome: { $case: 'preview', preview: value },
});

function matchingSeals(
  ports: BuyLabelPorts,
  request: BuyLabelRequest,
  { opened, order, settings: { shipFrom } }: Rated,
): CheckedSeals {
  const seals = checkSeals(opened, {
    accountId: request.accountId,
    orderId: request.orderId,
    method: request.method,
    serviceLevel: request.serviceLevel,
    addressVersion: order.addressVersion,
    shipFromDigest: shipFromDigest(ports.sealer, shipFrom),
    now: ports.clock.now(),
  });
  if (ports.carriers.offers(seals.rate)) return seals;
  const params = { seller: sellerTitle(seals.rate.seller) };
  throw new DomainError('failed_precondition', 'rate_of_seller_out_of_use', params, { field: 'rate_id' });
}

function purchaseTerms(
  { rate, packageSeal }: CheckedSeals,
  order: Order,
  { insurance, printSetting, shipFrom, ownAccounts }: ShippingSettings,
): Omit<PurchaseTerms, 'connectionKind'> {
  const orderTotal = cents(order.totalCents);
  const ownAccount = ownAccountOf(rate, ownAccounts);
  return {
    seller: rate.seller,
    carrier: rate.carrier,
    serviceLevel: rate.serviceLevel,
    method: rate.method,
    postage: rate.price,
    insurance: insurancePremium(insurance, orderTotal),
    ...(insurance && orderTotal > 0 ? { insuredValue: orderTotal } : {}),
    addressVersion: packageSeal.addressVersion,
    ...(rate.estimatedDeliveryDate ? { estimatedDeliveryDate: rate.estimatedDeliveryDate } : {}),
    parcel: packageSeal.parcel,
    options: packageSeal.options,
    shipFrom,
    printSetting,
    ...(ownAccount && { ownAccount }),
  };
}

/**
 * Returns the merchant's own carrier account from which the rate comes.
 * @throws DomainError failed_precondition when the merchant no longer uses the account. The label would then be paid
 * from the balance, which the caller has not confirmed.
 */
function ownAccountOf(
  { seller, carrierAccountId }: RateSeal,
  inUse: readonly OwnAccount[],
): string | undefined {
  if (carrierAccountId === undefined) return undefined;
  const account = inUse.find((one) => one.seller === seller && one.carrierAccountId === carrierAccountId);
  if (account) return account.externalId;
  const field = 'rate_id';
  throw new DomainError('failed_precondition', 'carrier_account_out_of_use', {}, { field });
}
