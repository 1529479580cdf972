import type { Failure } from '@parcelyard/contracts/common';
import type { Order } from '@parcelyard/contracts/orders';
import type { RateError } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { failure } from '@parcelyard/service-kit/failure';
import pMap from 'p-map';
import type { ShipmentRequest } from '../../carriers/carrier-port';
import { postalAddress } from '../../domain/address/postal-address';
import type { BatchOffer, RatedOrder } from '../../domain/batch/batch';
import { insurancePremium } from '../../domain/purchase';
import { chooseRate, type RateAttribute } from '../../domain/rating/rate-attributes';
import type { ShippingSettings } from '../../domain/settings';
import type { BatchPorts } from '../../ports';
import { askCarriers } from '../ask-carriers';
import { exportRefusal, orderGoods, orderReferences } from '../order-shipment';
import { saveRating } from '../save-rating';

export interface RateBatchParams {
  readonly accountId: number;
  /** Empty: every ready-to-ship order that has a weight, oldest first. */
  readonly orderIds: readonly number[];
  readonly preference: RateAttribute;
}

/** Orders rated at one time. */
const CONCURRENCY = 16;
export const MAX_ORDERS = 500;

/**
 * Each order with the one rate that the batch would buy, or why there is none. Saves the address check beside the weight
 * that it used, and nothing else; what is saved already is not written again.
 */
export async function rateBatch(
  ports: BatchPorts,
  { accountId, orderIds, preference }: RateBatchParams,
  settings: ShippingSettings,
): Promise<RatedOrder[]> {
  const given = [...new Set(orderIds)];
  const { orders } =
    given.length === 0
      ? await ports.orders.listReadyToShip({ accountId, limit: MAX_ORDERS })
      : await ports.orders.getOrders({ accountId, orderIds: given });
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const ids = given.length === 0 ? orders.map(({ orderId }) => orderId) : given;
  const rate = async (orderId: number) => {
    const order = byId.get(orderId);
    return order ? rateOrder(ports, order, preference, settings) : absent(orderId);
  };
  return pMap(ids, rate, { concurrency: CONCURRENCY });
}

const absent = (orderId: number): RatedOrder => ({
  orderId,
  orderNumber: '',
  labelGeneration: 0,
  error: failure('not_found', 'order_not_found', { orderId }),
});

async function rateOrder(
  ports: BatchPorts,
  order: Order,
  preference: RateAttribute,
  settings: ShippingSettings,
): Promise<RatedOrder> {
  const { orderId, orderNumber, labelGeneration } = order;
  const known = { orderId, orderNumber, labelGeneration };
  const obstacle = whyNot(order, settings);
  if (obstacle) return { ...known, error: obstacle };
  const shipment = shipmentOf(order, settings, ports.clock.now());
  const [{ rates, errors }] = await Promise.all([
    askCarriers(ports.carriers.all, shipment),
    saveRating(ports, order, shipment, { onlyNewCheck: true }),
  ]);
  const rate = chooseRate(rates, preference);
  if (!rate) return { ...known, error: noRates(orderId, errors) };
  const orderTotal = cents(order.totalCents);
  const offer: BatchOffer = {
    carrier: rate.carrier,
    serviceLevel: rate.serviceLevel,
    method: rate.method,
    postage: rate.amount,
    insurance: insurancePremium(settings.insurance, orderTotal),
    ...(settings.insurance ? { insuredValue: orderTotal } : {}),
    addressVersion: order.addressVersion,
    ...(rate.estimatedDeliveryDate ? { estimatedDeliveryDate: rate.estimatedDeliveryDate } : {}),
    parcel: shipment.parcel,
    options: shipment.options,
  };
  return { ...known, offer };
}

/** Why no label can be bought for the order, whatever carriers say. */
function whyNot(order: Order, { shipFrom }: ShippingSettings): Failure | undefined {
  const { orderId, label, status, weightOz } = order;
  if (label) return failure('already_exists', 'already_labelled', { orderId });
  if (status !== 'ChooseShipping')
    return failure('failed_precondition', 'order_not_ready_to_ship', { orderId });
  if (weightOz === undefined || weightOz <= 0) {
    return failure('no_weight', 'order_without_weight', { orderId });
  }
  // A filing has a number of its own for each parcel, which a batch cannot name.
  return exportRefusal(orderGoods(order), shipFrom, postalAddress(order.shipTo), undefined);
}

function shipmentOf(order: Order, { shipFrom }: ShippingSettings, shipDate: Date): ShipmentRequest {
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
  };
}

const noRates = (orderId: number, [first]: readonly RateError[]): Failure =>
  failure('no_rates', 'no_rates', { orderId, words: first?.message ?? '' });
