import { cents } from '@parcelyard/money/cents';
import type { AdjustmentSource, ReportedAdjustment } from '../adjustment-source';
import type { SandboxDependencies } from './sandbox-declaration';
import type { Sale } from './sandbox-journal';
import { REWEIGHED } from './special-values';
import { isAdjusted, walkOfSale } from './walk-of-sale';

const PAGE = 1_000;
const ADDED = cents(410);
const ADDED_OZ = 16;

/**
 * Reports the sandbox carriers' changes of postage. The changes are not stored, but computed from the stored sales and
 * the time.
 */
export function createSandboxAdjustments({
  journal,
  clock,
  scanIntervalMs,
}: Pick<SandboxDependencies, 'journal' | 'clock' | 'scanIntervalMs'>): AdjustmentSource {
  const list: NonNullable<AdjustmentSource['list']> = async (page) => {
    const sales = await journal.listAdjusted(page);
    const next = sales.length < page.limit ? '' : (sales.at(-1)?.reference ?? '');
    return { adjustments: sales.flatMap((sale) => adjustmentOf(sale) ?? []), next };
  };

  /**
   * Returns the adjustment of a sale, if there is one. An adjustment never disappears, because a parcel that was
   * scanned cannot be voided.
   */
  const adjustmentOf = (sale: Sale): ReportedAdjustment | undefined => {
    const { scans } = walkOfSale(sale, scanIntervalMs, clock.now());
    const at = sale.forced[0]?.at ?? scans[1]?.at;
    if (!at || !isAdjusted(sale, scans)) return undefined;
    const { accountId, reference, trackingNumber, parcel } = sale;
    return {
      accountId,
      reference,
      id: `adj_${trackingNumber}`,
      cents: ADDED,
      at,
      reason: REWEIGHED,
      measured: { ...parcel, weightOz: parcel.weightOz + ADDED_OZ },
    };
  };

  return {
    seller: 'sandbox',
    list,
    read: async () => {
      const all: ReportedAdjustment[] = [];
      for (let after = ''; ; ) {
        const { adjustments, next } = await list({ accountId: 0, after, limit: PAGE });
        all.push(...adjustments);
        if (!next) return { adjustments: all, unattributed: [] };
        after = next;
      }
    },
  };
}
