import type { TrackingScan } from '../carriers/carrier-port';
import type { Purchase, PurchasedLabel } from '../domain/purchase';
import type { PurchasePorts } from '../ports';
import { answerWithin } from './ask-carrier';

const TRACK_CALL_MS = 8_000;

export interface Tracked {
  /** Names of the scans that orders has been told of, its last word last. */
  readonly told: readonly string[];
  /** undefined: the parcel's way is over. */
  readonly nextLookAt: Date | undefined;
  /** All of them, oldest first. */
  readonly scans: readonly TrackingScan[];
  /** Its postage was corrected. */
  readonly corrected: boolean;
}

/** Asks the carrier where a purchase's parcel is and tells orders what is new since the last look. */
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
    corrected = false,
  } = await answerWithin(
    TRACK_CALL_MS,
    carrier.code,
    carrier.track({ accountId, reference, trackingNumber: trackingNumberOf(purchase) }),
  );
  const told = await applyScans(ports, purchase, scans, before);
  return { told, nextLookAt, scans, corrected };
}

const trackingNumberOf = ({ label }: Purchase): string => (label as PurchasedLabel).trackingNumber;

/** What a scan is called among its parcel's: carriers replace, insert and withdraw scans, so its place says nothing. */
const scanName = ({ at, status }: TrackingScan): string => `${at.toISOString()}:${status}`;

/** Who is told of scans. */
export type ScanPorts = Pick<PurchasePorts, 'orders' | 'billing' | 'clock'>;

/**
 * Tells orders of the scans that it has not been told of, oldest first, and of the carrier's last word whenever that is
 * not the one that it was told last, so that an order never rests in a state that the carrier has left. Billing
 * hears of new scans of a label that nobody voids: with the first one comes a referrer's credit. Telling one twice changes
 * nothing.
 * @param told names of what orders was told, its last word last
 * @returns what orders has been told of now
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
      // Said again after another word: under a name of its own, or orders would take it for the first time's echo.
      scanId: `${purchaseId}:${known ? `${name}:again:${clock.now().toISOString()}` : name}`,
      latest,
    });
  }
  if (isNew && purchase.state === 'done') await billing.noteScan({ accountId, purchaseId });
  // A withdrawn scan may come back: what orders was told stays told, in the order of its last words.
  const names = scans.map(scanName);
  return [...told.filter((name) => !names.includes(name)), ...new Set(names)].slice(-REMEMBERED);
}

/** As many as orders remembers. */
const REMEMBERED = 100;
