import type { Purchase, PurchasedLabel } from '../domain/purchase';
import type { PurchasePorts } from '../ports';
import type { TrackingScan } from '../sellers/carrier-port';
import { answerWithin } from './ask-carrier';

const TRACK_CALL_MS = 8_000;

export interface Tracked {
  /** Names of the scans that were reported to the orders service, latest last. */
  readonly told: readonly string[];
  /** Undefined when the parcel is no longer tracked. */
  readonly nextLookAt: Date | undefined;
  /** All scans, oldest first. */
  readonly scans: readonly TrackingScan[];
  /** True when the carrier adjusted the label's postage. */
  readonly adjusted: boolean;
}

/** Asks the carrier for a parcel's scans and reports new ones to the orders service. */
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
 * A scan's name within its parcel. Carriers replace, insert and withdraw scans, so a position would not identify a
 * scan.
 */
const scanName = ({ at, status }: TrackingScan): string => `${at.toISOString()}:${status}`;

/** The services that receive scans. */
export type ScanPorts = Pick<PurchasePorts, 'orders' | 'billing' | 'clock'>;

/**
 * Reports new scans to the orders service, oldest first. If another scan was reported after the carrier's latest scan,
 * the latest scan is reported again. Otherwise the order would keep an outdated status. New scans of a label without a
 * void are also reported to billing, because the first scan earns a credit for the account's referrer. Repeated calls
 * change nothing.
 * @param told names of the scans reported before, latest last
 * @returns the names of all scans reported so far
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
      // A repeated scan needs a new id. Otherwise the orders service would ignore it as a duplicate.
      scanId: `${purchaseId}:${known ? `${name}:again:${clock.now().toISOString()}` : name}`,
      latest,
    });
  }
  if (isNew && purchase.state === 'done') await billing.noteScan({ accountId, purchaseId });
  // A withdrawn scan may return, so its name is kept. The carrier's latest scan is last.
  const names = scans.map(scanName);
  return [...told.filter((name) => !names.includes(name)), ...new Set(names)].slice(-REMEMBERED);
}

/** How many scans the orders service remembers. */
const REMEMBERED = 100;
