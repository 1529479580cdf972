import type { ShipmentTracking, TrackShipmentRequest } from '@parcelyard/contracts/shipping';
import { zoneOfAddress } from '@parcelyard/service-kit/calendar/zone-of-address';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { ParcelWatch, TrackedPurchase } from '../adapters/mongo/parcel-watch';
import type { PurchasedLabel } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import type { CarrierRegistry } from '../sellers/carrier-registry';

interface Ports {
  readonly watch: Pick<ParcelWatch, 'findByTrackingNumber'>;
  readonly carriers: CarrierRegistry;
}

/**
 * Returns a parcel's tracking from the carrier's last answer. The page is public, so it makes no call to the carrier.
 * If several parcels have the number, returns the newest.
 * @throws DomainError not_found for a number that is on none of our labels
 */
export async function trackShipment(
  { watch, carriers }: Ports,
  { trackingNumber }: TrackShipmentRequest,
): Promise<ShipmentTracking> {
  const tracked = await watch.findByTrackingNumber(normalizedTrackingNumber(trackingNumber));
  const [newest] = tracked.toSorted(
    (a, b) => b.purchase.createdAt.getTime() - a.purchase.createdAt.getTime(),
  );
  if (!newest) throw new DomainError('not_found', 'tracking_number_unknown', {});
  return shipmentOf(newest, carriers);
}

/** Removes spaces and hyphens, because people write numbers in groups. */
export const normalizedTrackingNumber = (trackingNumber: string): string =>
  trackingNumber.replace(/[\s-]/g, '').toUpperCase();

export function shipmentOf(tracked: TrackedPurchase, carriers: CarrierRegistry): ShipmentTracking {
  const { terms, label, state } = tracked.purchase;
  const { trackingNumber, boughtAt } = label as PurchasedLabel;
  const { carrier } = terms;
  const scans = isVoided(state) ? [] : tracked.scans;
  return {
    trackingNumber,
    carrier,
    // A carrier that is no longer configured is shown with its code in place of its name.
    carrierName: carriers.all.find(({ code }) => code === carrier)?.declaration.name ?? carrier,
    method: terms.method,
    status: isVoided(state) ? 'LabelRefunded' : (scans.at(-1)?.status ?? 'PrintLabel'),
    estimatedDeliveryDate: terms.estimatedDeliveryDate,
    labelCreatedAt: boughtAt,
    scans: [...scans],
    ...(state === 'void_requested' && { voidPending: true }),
    timeZone: terms.timeZone || zoneOfAddress(terms.returnTo ?? terms.shipFrom),
  };
}
