import type { Order } from '@parcelyard/contracts/orders';
import type { OrderParcel, ShipmentTracking, TrackingScan } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OperationContext } from './operation-context';

/** An order id, or any tracking number that an order has or had. */
type Wanted = { readonly orderId: number } | { readonly trackingNumber: string };

export interface OrderTracking {
  readonly order: Order;
  /** The parcel with its latest scans; absent when no label was bought here for the order. */
  readonly parcel: ShipmentTracking | undefined;
  /** Whether the parcel is the order's return. `isVoided` tells whether the parcel's label was voided. */
  readonly isReturn: boolean;
  readonly isVoided: boolean;
}

type Context = Pick<OperationContext, 'caller' | 'clients'>;

/** @throws DomainError not_found */
export async function readTracking(context: Context, wanted: Wanted): Promise<OrderTracking> {
  return 'orderId' in wanted
    ? trackOrder(context, wanted.orderId)
    : trackNumber(context, wanted.trackingNumber.replace(/[\s-]/g, '').toUpperCase());
}

async function trackOrder({ caller, clients }: Context, orderId: number): Promise<OrderTracking> {
  const order = await clients.orders.getOrder(caller, { orderId });
  const { label } = order;
  if (!label) return tracked(order, undefined);
  const { parcels } = await clients.shipping.listParcels(caller, { orderId });
  return tracked(
    order,
    parcels.find(({ tracking }) => tracking?.trackingNumber === label.trackingNumber),
  );
}

async function trackNumber({ caller, clients }: Context, trackingNumber: string): Promise<OrderTracking> {
  const { orderId, parcels } = await clients.shipping.listParcels(caller, { trackingNumber });
  const order = await clients.orders.getOrder(caller, {
    orderId: orderId || (await importedUnder({ caller, clients }, trackingNumber)),
  });
  return tracked(
    order,
    parcels.find(({ tracking }) => tracking?.trackingNumber === trackingNumber),
  );
}

/** Returns the id of the order that was imported with this tracking number, because its label was bought elsewhere. */
async function importedUnder({ caller, clients }: Context, trackingNumber: string): Promise<number> {
  const { orders } = await clients.orders.listOrders(caller, {
    status: '',
    anyStatus: true,
    search: { text: trackingNumber, from: '', to: '' },
    page: { page: 1, pageSize: 50 },
  });
  const found = orders.find((row) => row.trackingNumber?.toUpperCase() === trackingNumber);
  if (!found) throw new DomainError('not_found', 'tracking_number_unknown', {});
  return found.orderId;
}

/** Maximum scans that an answer shows. A parcel has about twelve. */
const MOST_SCANS = 20;

export const newestScans = (parcel: ShipmentTracking | undefined): TrackingScan[] =>
  (parcel?.scans ?? []).slice(-MOST_SCANS).reverse();

const tracked = (order: Order, parcel: OrderParcel | undefined): OrderTracking => ({
  order,
  parcel: parcel?.tracking,
  isReturn: parcel?.isReturn ?? false,
  isVoided: parcel?.tracking?.status === 'LabelRefunded',
});
