import type { ShipmentTracking, TrackShipmentRequest } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { ParcelWatch, TrackedParcel } from '../adapters/mongo/parcel-watch';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import type { CarrierRegistry } from '../carriers/carrier-registry';
import type { Purchase } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';

interface Ports {
  readonly watch: Pick<ParcelWatch, 'findByTrackingNumber'>;
  readonly purchases: Pick<PurchaseStore, 'find'>;
  readonly carriers: CarrierRegistry;
}

/**
 * Where a parcel is, from what the carrier last told us: a page that anybody may open asks no carrier. A number that was
 * used more than once means its newest parcel.
 * @throws DomainError not_found, alike for every number that is on no label of ours
 */
export async function trackShipment(
  { watch, purchases, carriers }: Ports,
  { trackingNumber }: TrackShipmentRequest,
): Promise<ShipmentTracking> {
  const parcels = await watch.findByTrackingNumber(trackingNumber.replace(/[\s-]/g, '').toUpperCase());
  const tracked = await Promise.all(
    parcels.map(async (parcel) => {
      const purchase = await purchases.find(parcel.accountId, parcel.purchaseId as PurchaseId);
      return purchase ? [{ parcel, purchase }] : [];
    }),
  );
  const [newest] = tracked
    .flat()
    .sort((a, b) => b.purchase.createdAt.getTime() - a.purchase.createdAt.getTime());
  if (!newest) throw new DomainError('not_found', 'tracking_number_unknown', {});
  return shipmentOf(newest, carriers);
}

interface Newest {
  parcel: TrackedParcel;
  purchase: Purchase;
}

function shipmentOf({ parcel, purchase }: Newest, carriers: CarrierRegistry): ShipmentTracking {
  const { terms, label, state } = purchase;
  const scans = isVoided(state) ? [] : parcel.scans;
  return {
    trackingNumber: parcel.trackingNumber,
    carrier: parcel.carrier,
    // A carrier that is configured no more still has its parcels.
    carrierName: carriers.all.find(({ code }) => code === parcel.carrier)?.declaration.name ?? parcel.carrier,
    method: terms.method,
    status: isVoided(state) ? 'LabelRefunded' : (scans.at(-1)?.status ?? 'PrintLabel'),
    estimatedDeliveryDate: terms.estimatedDeliveryDate,
    labelCreatedAt: label?.boughtAt,
    scans: [...scans],
  };
}
