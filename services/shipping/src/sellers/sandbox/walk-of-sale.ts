import { type Scan, type Walk, type WalkKind, walk } from '../../domain/tracking/tracking-walk';
import type { Sale } from './sandbox-journal';
import { specialValues } from './special-values';

/** Returns the scans so far of the parcel of a sold label. A voided label has none. */
export const walkOfSale = (sale: Sale, intervalMs: number, now: Date): Walk =>
  sale.status === 'purchased'
    ? walk({ kind: walkKind(sale), boughtAt: sale.boughtAt, intervalMs, forced: sale.forced, now })
    : { scans: [], nextAt: undefined };

function walkKind(sale: Sale): WalkKind {
  const special = specialValues([sale.to.company, ...sale.orderReferences]);
  if (special.includes('SBX_RETURN')) return 'return';
  return special.includes('SBX_SCAN_EXCEPTION') ? 'exception' : 'delivery';
}

/** True when the carrier has adjusted the postage: after two scans, or after one forced scan. */
export const isAdjusted = ({ adjusted, forced }: Sale, scans: readonly Scan[]): boolean =>
  adjusted === true && scans.length >= (forced.length > 0 ? 1 : 2);
