import type { Purchase, PurchasedLabel } from '../domain/purchase';
import type { PurchasePorts } from '../ports';
import type { TrackingScan } from '../sellers/carrier-port';
import { answerWithin } from './ask-carrier';

const TRACK_CALL_MS = 8_000;

export interface Tracked {
  /** The scans that the orders service knows, latest last. */
  readonly told: readonly string[];
  readonly nextLookAt: Date | undefined;
  readonly scans: readonly TrackingScan[];
  readonly adjusted: boolean;
}

/** Asks the carrier for a parcel's scans, and tells the orders service the new ones. */
export async function trackParcel(
  { carriers, ...ports }: Pick<PurchasePorts, 'carriers'> & ScanPorts,
  purchase: Purchase,
  before: readonly string[],
): Promise<Tracked> {
  const { accountId, carrierReference: reference, terms } = purchase;
  const carrier = carriers.of(terms);
  const {
    scans,
    nextLookAt,
    adjusted = false,
  } = await answerWithin(
    TRACK_CALL_MS,
    carrier.code,
    carrier.track({ accountId, reference, trackingNumber: trackingNumberOf(purchase) }),
  );
  const told = await applyScans(ports, purchase, scans, before);
  return { told, nextLookAt, scans, adjusted };
}

const trackingNumberOf = ({ label }: Purchase): string => (label as PurchasedLabel).trackingNumber;

/**
 * Identifies a scan of a parcel. The scan's position in the list does not identify it, because carriers replace, insert
 * and remove scans.
 */
const scanName = ({ at, status }: TrackingScan): string => `${at.toISOString()}:${status}`;

export type ScanPorts = Pick<PurchasePorts, 'orders' | 'billing' | 'clock'>;

/**
 * Reports the new scans to the orders service, oldest first. The order must show the status of the carrier's latest
 * scan. So the latest scan is reported again if an earlier scan was reported after it. Billing is also told that there
 * are new scans, because the first scan earns the referral credit. Billing is not told when the label is voided or
 * being voided. A repeated call changes nothing.
 * @param told the scans that were reported before, latest last
 * @returns all scans that were reported so far
 */
export async function applyScans(
  { orders, billing, clock }: ScanPorts,
  purchase: Purchase,
  scans: readonly TrackingScan[],
  told: readonly string[] = [],
): Promise<readonly string[]> {
  const { accountId, orderId, id: purchaseId } = purchase;
  const trackingNumber = trackingNumberOf(purchase);
  const last = scans.at(-1);
  const isNew = scans.some((scan) => !told.includes(scanName(scan)));
  for (const scan of scans) {
    const name = scanName(scan);
    const latest = scan === last;
    const known = told.includes(name);
    if (known && !(latest && name !== told.at(-1))) continue;
    await orders.applyTracking({
      accountId,
      orderId,
      trackingNumber,
      status: scan.status,
      occurredAt: scan.at,
      exception: scan.exception,
      // A scan that is reported again needs a new id. Otherwise the orders service would ignore it.
      scanId: `${purchaseId}:${known ? `${name}:again:${clock.now().toISOString()}` : name}`,
      latest,
    });
  }
  if (isNew && purchase.state === 'done') await billing.noteScan({ accountId, purchaseId });
  // A scan that the carrier has removed may come back, so it stays in the list. The carrier's latest scan is last.
  const names = scans.map(scanName);
  return [...told.filter((name) => !names.includes(name)), ...new Set(names)].slice(-REMEMBERED);
}

/** The most scans in the list: as many as the orders service remembers. */
const REMEMBERED = 100;
