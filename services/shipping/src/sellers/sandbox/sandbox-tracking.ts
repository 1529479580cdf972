import { firstScan, isOver, type Scan, type Walk } from '../../domain/tracking/tracking-walk';
import { CarrierRefused } from '../carrier-errors';
import type { LabelReference, Tracking, TrackingScan, TrackingStatus } from '../carrier-port';
import type { SandboxDeclaration, SandboxDependencies } from './sandbox-declaration';
import type { Sale } from './sandbox-journal';
import { isAdjusted, walkOfSale } from './walk-of-sale';

export type SandboxTracking = ReturnType<typeof createSandboxTracking>;

/**
 * Returns the scans of parcels. Most scans are computed from the sale, the interval and the time. Only scans that an
 * operator makes are stored.
 */
export function createSandboxTracking(
  { code, name }: SandboxDeclaration,
  { journal, clock, scanIntervalMs }: SandboxDependencies,
) {
  const walkOf = (sale: Sale, now: Date): Walk => walkOfSale(sale, scanIntervalMs, now);

  const find = async ({ accountId, reference }: LabelReference): Promise<Sale> => {
    const sale = await journal.find({ accountId, carrier: code, reference });
    if (!sale) throw new CarrierRefused(code, 'not_found', `${name} has no such label.`);
    return sale;
  };

  return {
    track: async (label: LabelReference): Promise<Tracking> => {
      const sale = await find(label);
      return toTracking(sale, walkOf(sale, clock.now()));
    },
    firstScanAt: (boughtAt: Date): Date => firstScan(boughtAt, scanIntervalMs),
    scanNow: async (label: LabelReference, status: TrackingStatus): Promise<Tracking> => {
      const sale = await find(label);
      const now = clock.now();
      const { scans } = walkOf(sale, now);
      if (scans.at(-1)?.step.status === status) return toTracking(sale, walkOf(sale, now));
      if (sale.status !== 'purchased') {
        throw new CarrierRefused(code, 'voided', `${name} cannot scan a voided label.`);
      }
      if (isOver(scans)) {
        const last = scans.at(-1)?.step.description.toLowerCase();
        throw new CarrierRefused(
          code,
          'scan_out_of_order',
          `${name}'s last scan of this parcel was: ${last}.`,
        );
      }
      const key = { accountId: sale.accountId, carrier: code, reference: sale.reference };
      const forced = await journal.force(key, { status, at: now });
      if (!forced) throw new CarrierRefused(code, 'voided', `${name} cannot scan a voided label.`);
      return toTracking(forced, walkOf(forced, now));
    },
    wasScanned: (sale: Sale, now: Date): boolean => walkOf(sale, now).scans.length > 0,
  };
}

function toTracking(sale: Sale, { scans, nextAt }: Walk): Tracking {
  return {
    ...(isAdjusted(sale, scans) && { adjusted: true as const }),
    trackingNumber: sale.trackingNumber,
    scans: scans.map((scan) => toScan(sale, scan)),
    nextLookAt: nextAt,
  };
}

function toScan(sale: Sale, { step, at }: Scan): TrackingScan {
  const { city, state, country } = step.where === 'origin' ? sale.from : sale.to;
  const { status, description, exception } = step;
  return {
    status,
    at,
    description,
    city: city.trim(),
    state: state.trim(),
    country: country || 'US',
    exception,
  };
}
