import type { TrackingScan } from '../carriers/carrier-port';
import type { OrdersClient, WatchedParcel } from '../ports';

/**
 * Tells orders of a parcel's scans, oldest first, from the given one on. A scan is named by its place in the parcel's
 * history, so telling one twice changes nothing.
 */
export async function applyScans(
  orders: OrdersClient,
  { accountId, orderId, purchaseId, trackingNumber }: Omit<WatchedParcel, 'carrier' | 'carrierReference'>,
  scans: readonly TrackingScan[],
  from = 0,
): Promise<void> {
  for (const [offset, scan] of scans.slice(from).entries()) {
    await orders.applyTracking({
      accountId,
      orderId,
      trackingNumber,
      status: scan.status,
      occurredAt: scan.at,
      exception: scan.exception,
      scanId: `${purchaseId}:${from + offset}`,
    });
  }
}
