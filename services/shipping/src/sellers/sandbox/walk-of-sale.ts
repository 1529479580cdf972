import { type Scan, type Walk, type WalkKind, walk } from '../../domain/tracking/tracking-walk';
import type { Sale } from './sandbox-journal';
import { specialValues } from './special-values';

/** Returns the scans of a sold label's parcel so far. A label that is voided, or is being voided, has none. */
export const walkOfSale = (sale: Sale, intervalMs: number, now: Date): Walk =>
  sale.status === 'purchased'
    ? walk({ kind: walkKind(sale), boughtAt: sale.boughtAt, intervalMs, forced: sale.forced, now })
    : { scans: [], nextAt: undefined };

function walkKind(sale: Sale): WalkKind {
  const special = specialValues([sale.to.company, ...sale.orderReferences]);
  if (special.includes('SBX_RETURN')) return 'return';
  return special.includes('SBX_SCAN_EXCEPTION') ? 'exception' : 'delivery';
}

/** Returns whether the carrier has changed the postage: after two scans, or after one scan that an operator made. */
export const isAdjusted = ({ adjusted, forced }: Sale, scans: readonly Scan[]): boolean =>
  adjusted === true && scans.length >= (forced.length > 0 ? 1 : 2);
