import type { Order } from '@parcelyard/contracts/orders';
import type { GetRatesRequest, GetRatesResponse } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { postalAddress } from '../domain/address/postal-address';
import { checkParcel } from '../domain/parcel';
import { ratingWarnings } from '../domain/rating-warnings';
import type { ShipmentRequest } from '../sellers/carrier-port';
import { askCarriers, rateRows } from './ask-carriers';
import { orderGoods, orderReferences, orderWarnings } from './order-shipment';
import { coverOf } from './preview-label';
import { sealRating, shipFromDigest } from './rating-seals';
import { refuseUnreturnable, returnShipment } from './return-shipment';
import type { ShippingPorts } from './shipping-ports';
import { type RatingPorts, verifyAndSaveRating } from './verify-and-save-rating';

export type GetRatesPorts = RatingPorts &
  Pick<ShippingPorts, 'carriers' | 'settings' | 'sealer' | 'clock' | 'rateTtlS'>;

/**
 * Returns the rates of every carrier for an order, cheapest first. If a carrier fails, `errors` says so, and the other
 * carriers' rates are returned. Saves the parcel and the address check on the order, unless the order has a label or
 * the rates are for a return.
 * @throws DomainError not_found · invalid_argument for the parcel · failed_precondition for an order that can never be
 * shipped
 */
export async function getRates(ports: GetRatesPorts, request: GetRatesRequest): Promise<GetRatesResponse> {
  const { accountId, orderId } = request;
  const parcel = checkParcel(request.parcel);
  const [order, settings] = await Promise.all([
    ports.orders.getOrder({ accountId, orderId }),
    ports.settings.get(accountId),
  ]);
  const { forReturn = false } = request;
  if (forReturn) refuseUnreturnable(order);
  else refuseIfOver(order);
  const { shipFrom } = settings;

  const now = ports.clock.now();
  const { signatureRequired, saturdayDelivery } = request;
  const options = { signatureRequired, saturdayDelivery };
  const shipment: ShipmentRequest = forReturn
    ? { ...returnShipment(order, settings, { now, parcel }), options }
    : {
        from: shipFrom,
        to: postalAddress(order.shipTo),
        parcel,
        options,
        shipDate: now,
        orderReferences: orderReferences(order),
        items: orderGoods(order),
        ownAccounts: settings.ownAccounts,
      };
  const [{ rates, errors }, addressCheck] = await Promise.all([
    askCarriers(ports.carriers.all, shipment),
    forReturn ? undefined : verifyAndSaveRating(ports, order, shipment),
  ]);

  const expiresAt = new Date(now.getTime() + ports.rateTtlS * 1000);
  const { packageId, rateId } = sealRating(ports.sealer, {
    accountId,
    orderId,
    addressVersion: order.addressVersion,
    parcel,
    options: shipment.options,
    isReturn: forReturn,
    shipFromDigest: shipFromDigest(ports.sealer, shipFrom),
    expiresAt,
  });
  const rows = rateRows(rates, expiresAt, (rate) =>
    rateId({ ...rate, price: rate.amount, carrierAccountId: rate.ownAccount?.carrierAccountId }),
  );
  const rated = { orderId, packageId, shipDate: now, addressCheck, rates: rows, errors };
  // A return has no customs declaration and no insurance.
  if (forReturn) return { ...rated, warnings: [] };
  const warnings = [...ratingWarnings(order, parcel.weightOz), ...orderWarnings(order, shipFrom)];
  return { ...rated, warnings, cover: coverOf(order, settings) };
}

/**
 * An order with these statuses can never get a label. An order that has a label can get rates, because the label may
 * still be voided.
 */
const OVER: Readonly<Record<string, 'order_canceled' | 'order_merged'>> = {
  Deleted: 'order_canceled',
  Merged: 'order_merged',
};

function refuseIfOver({ orderId, status }: Order): void {
  const reason = OVER[status];
  if (reason) throw new DomainError('failed_precondition', reason, { orderId });
}
