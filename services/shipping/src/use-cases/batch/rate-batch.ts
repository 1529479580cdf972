import type { Failure } from '@parcelyard/contracts/common';
import type { AddressCheck, LeftOutOrder, Order } from '@parcelyard/contracts/orders';
import type { RateError } from '@parcelyard/contracts/shipping';
import { type Cents, cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import { failure } from '@parcelyard/service-kit/failure';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';
import pMap from 'p-map';
import { postalAddress } from '../../domain/address/postal-address';
import type { BatchOffer, RatedOrder } from '../../domain/batch/batch';
import { insurancePremium } from '../../domain/purchase';
import { chooseRate, type RateAttribute } from '../../domain/rating/rate-attributes';
import type { ShippingSettings } from '../../domain/settings';
import type { BatchPorts } from '../../ports';
import type { ShipmentRequest } from '../../sellers/carrier-port';
import { askCarriers } from '../ask-carriers';
import { exportRefusal, orderGoods, orderReferences } from '../order-shipment';
import { verifyAndSaveRating } from '../verify-and-save-rating';

export interface RateBatchParams {
  readonly accountId: number;
  /**
   * The orders that the request names. If empty: every order that is ready to ship and has a weight (its own or
   * `weightOz`), oldest first.
   */
  readonly orderIds: readonly number[];
  readonly weightOz?: number | undefined;
  readonly preference: RateAttribute;
  /** The most that a label's postage may cost. An order whose label would cost more gets no label. */
  readonly maxPerLabelCents?: number | undefined;
}

export interface RatedBatch {
  readonly orders: readonly RatedForBatch[];
  readonly unlisted: readonly LeftOutOrder[];
  readonly unlistedCount: number;
}

export interface RatedForBatch {
  readonly rated: RatedOrder;
  readonly order?: Order;
  /** The order's weight, or the weight of the request. */
  readonly weightOz?: number | undefined;
  readonly addressCheck?: AddressCheck | undefined;
}

const CONCURRENCY = 16;
export const MAX_ORDERS = 500;
/**
 * When less time than this is left until the caller's deadline, no further order is rated. So the results of the other
 * orders can still be returned.
 */
const RATING_MS = 2_500;
const NO_TIME_LEFT = 'There was no time left to ask for it: take fewer orders at a time.';

/**
 * For each order, finds the rate that the batch would buy, or why there is none. Saves the weight and the address check
 * on the order when they have changed.
 */
export async function rateBatch(
  ports: BatchPorts,
  params: RateBatchParams,
  settings: ShippingSettings,
): Promise<RatedBatch> {
  const { accountId, orderIds, weightOz } = params;
  const rateAll = (orders: readonly (Order | number)[]) =>
    pMap(orders, (order) => rateOrder(ports, order, params, settings), { concurrency: CONCURRENCY });
  if (orderIds.length > 0) {
    const ids = [...new Set(orderIds)];
    const { orders } = await ports.orders.getOrders({ accountId, orderIds: ids });
    const byId = new Map(orders.map((order) => [order.orderId, order]));
    return { orders: await rateAll(ids.map((id) => byId.get(id) ?? id)), unlisted: [], unlistedCount: 0 };
  }
  const ready = await readyOrders(ports, { accountId, weightOz });
  return {
    orders: await rateAll(ready.orders),
    unlisted: ready.leftOut,
    unlistedCount: ready.leftOutCount,
  };
}

export const readyOrders = (
  { orders }: BatchPorts,
  { accountId, weightOz }: Pick<RateBatchParams, 'accountId' | 'weightOz'>,
) => orders.listReadyToShip({ accountId, limit: MAX_ORDERS, anyWeight: weightOz !== undefined });

const absent = (orderId: number): RatedForBatch => ({
  rated: {
    orderId,
    orderNumber: '',
    labelGeneration: 0,
    error: failure('not_found', 'order_not_found', { orderId }),
  },
});

/** @param found the order, or the id of an order that does not exist */
async function rateOrder(
  ports: BatchPorts,
  found: Order | number,
  { preference, weightOz: given, maxPerLabelCents }: RateBatchParams,
  settings: ShippingSettings,
): Promise<RatedForBatch> {
  if (typeof found === 'number') return absent(found);
  const order = found;
  const { orderId, orderNumber, labelGeneration, addressCheck: lastCheck } = order;
  const known = { orderId, orderNumber, labelGeneration };
  const weightOz = hasWeight(order) ? order.weightOz : given;
  const obstacle = rateRefusal(order, weightOz, settings);
  if (obstacle) return { rated: { ...known, error: obstacle }, order, weightOz, addressCheck: lastCheck };
  if (remainingMs() < RATING_MS) {
    const error = failure('no_rates', 'no_rates', { orderId, words: NO_TIME_LEFT });
    return { rated: { ...known, error }, order, weightOz, addressCheck: lastCheck };
  }
  const shipment = shipmentOf({ ...order, weightOz }, settings, ports.clock.now());
  const [{ rates, errors }, addressCheck] = await Promise.all([
    askCarriers(ports.carriers.all, shipment),
    verifyAndSaveRating(ports, order, shipment, { onlyChanges: true }),
  ]);
  const checked = { order, weightOz, addressCheck };
  const rate = chooseRate(rates, preference);
  if (!rate) return { rated: { ...known, error: noRates(orderId, errors) }, ...checked };
  if (maxPerLabelCents !== undefined && rate.amount > maxPerLabelCents)
    return { rated: { ...known, error: tooDear(orderId, rate.amount, maxPerLabelCents) }, ...checked };
  const orderTotal = cents(order.totalCents);
  const offer: BatchOffer = {
    seller: rate.seller,
    carrier: rate.carrier,
    serviceLevel: rate.serviceLevel,
    method: rate.method,
    postage: rate.amount,
    insurance: insurancePremium(settings.insurance, orderTotal),
    ...(settings.insurance ? { insuredValue: orderTotal } : {}),
    addressVersion: order.addressVersion,
    destination: destinationDigest(shipment.to),
    ...(rate.estimatedDeliveryDate ? { estimatedDeliveryDate: rate.estimatedDeliveryDate } : {}),
    parcel: shipment.parcel,
    options: shipment.options,
    ...(rate.ownAccount && { ownAccount: rate.ownAccount.externalId }),
  };
  return { rated: { ...known, offer }, ...checked };
}

export const hasWeight = ({ weightOz }: Pick<Order, 'weightOz'>): boolean =>
  weightOz !== undefined && weightOz > 0;

/** Returns why no carrier can sell a label for the order. */
function rateRefusal(
  order: Order,
  weightOz: number | undefined,
  { shipFrom }: ShippingSettings,
): Failure | undefined {
  const { orderId, label, status } = order;
  if (label?.pendingVoid) return failure('failed_precondition', 'void_pending', { orderId, act: 'buy' });
  if (label) return failure('already_exists', 'already_labelled', { orderId });
  if (status !== 'ChooseShipping')
    return failure('failed_precondition', 'order_not_ready_to_ship', { orderId });
  if (weightOz === undefined) {
    return failure('no_weight', 'order_without_weight', { orderId });
  }
  // Each parcel needs its own filing number, and a batch has no field for it.
  return exportRefusal(orderGoods(order), shipFrom, postalAddress(order.shipTo), undefined);
}

function shipmentOf(
  order: Order,
  { shipFrom, ownAccounts }: ShippingSettings,
  shipDate: Date,
): ShipmentRequest {
  const { weightOz = 0, length, width, height } = order;
  const measured = length !== undefined && width !== undefined && height !== undefined;
  return {
    from: shipFrom,
    to: postalAddress(order.shipTo),
    parcel: measured ? { weightOz, length, width, height } : { weightOz },
    options: { signatureRequired: false, saturdayDelivery: false },
    shipDate,
    orderReferences: orderReferences(order),
    items: orderGoods(order),
    ownAccounts,
  };
}

const noRates = (orderId: number, [first]: readonly RateError[]): Failure =>
  failure('no_rates', 'no_rates', { orderId, words: first?.message ?? '' });

const tooDear = (orderId: number, postage: Cents, maxPerLabelCents: number): Failure =>
  failure(
    'failed_precondition',
    'label_above_max_per_label',
    { orderId, postage: formatDollars(postage), maxPerLabel: formatDollars(cents(maxPerLabelCents)) },
    'max_per_label',
  );
