import type { ListParcelsRequest, ParcelList } from '@parcelyard/contracts/shipping';
import type { ParcelWatch } from '../adapters/mongo/parcel-watch';
import { isReturn } from '../domain/purchase';
import type { CarrierRegistry } from '../sellers/carrier-registry';
import { normalizedTrackingNumber, shipmentOf } from './track-shipment';

interface Ports {
  readonly watch: Pick<ParcelWatch, 'findByTrackingNumber' | 'ofOrder'>;
  readonly carriers: CarrierRegistry;
}

/** Returns all parcels of an order, which is named by its number or by a tracking number. Asks no carrier. */
export async function listParcels(
  ports: Ports,
  { accountId, orderId, trackingNumber = '' }: ListParcelsRequest,
): Promise<ParcelList> {
  const meant = orderId ?? (await orderOf(ports, accountId, trackingNumber));
  if (!meant) return { orderId: 0, parcels: [] };
  const tracked = await ports.watch.ofOrder(accountId, meant);
  return {
    orderId: tracked.length > 0 ? meant : 0,
    parcels: tracked.toReversed().map((parcel) => ({
      tracking: shipmentOf(parcel, ports.carriers),
      isReturn: isReturn(parcel.purchase),
    })),
  };
}

/**
 * Returns the order of a tracking number. Carriers use numbers again after years. If several parcels have the number,
 * returns the order of the account's newest parcel.
 */
async function orderOf({ watch }: Ports, accountId: number, trackingNumber: string) {
  const found = await watch.findByTrackingNumber(normalizedTrackingNumber(trackingNumber));
  const own = found.filter(({ purchase }) => purchase.accountId === accountId);
  own.sort((a, b) => b.purchase.createdAt.getTime() - a.purchase.createdAt.getTime());
  return own[0]?.purchase.orderId;
}
