import type {
  ReconcileAdjustmentsRequest,
  ReconcileAdjustmentsResponse,
} from '@parcelyard/contracts/shipping';
import type { AdjustmentStore } from '../adapters/mongo/adjustment-store';
import type { AdjustmentSource } from '../sellers/adjustment-source';
import { type CarryPorts, carryAdjustment } from './carry-adjustment';

export interface ReconcilePorts extends CarryPorts {
  readonly adjustments: Pick<AdjustmentStore, 'report' | 'find' | 'list'>;
  readonly sources: readonly AdjustmentSource[];
}

const PAGE = 100;

/** For `shipctl ledger verify`: returns a page of one seller's adjustments. First writes each of them to the ledger. */
export async function reconcileAdjustments(
  ports: ReconcilePorts,
  { accountId, after: place }: ReconcileAdjustmentsRequest,
): Promise<ReconcileAdjustmentsResponse> {
  const { index, after } = readPlace(place);
  const source = ports.sources[index];
  if (!source) return { adjustments: [], nextAfter: '' };
  const page = { accountId, after, limit: PAGE };
  const { seller } = source;
  const { adjustments, next } = await (source.list?.(page) ?? ports.adjustments.list(seller, page));
  const expected = [];
  for (const named of adjustments) {
    const { reference, id: adjustmentId, cents } = named;
    if (source.list) await ports.adjustments.report(seller, named);
    const report = await ports.adjustments.find(seller, named);
    const outcome = report && (await carryAdjustment(ports, report));
    // Adjustments with these outcomes must not be in the ledger, so `shipctl ledger verify` does not get them.
    if (outcome !== 'carriers_bill' && outcome !== 'early')
      expected.push({ accountId: named.accountId, reference, adjustmentId, cents });
  }
  const isLast = next === '' && index + 1 === ports.sources.length;
  const nextAfter = next === '' ? `${index + 1}:` : `${index}:${next}`;
  return { adjustments: expected, nextAfter: isLast ? '' : nextAfter };
}

/** Reads the place of a page: `<position of the seller>:<where its page begins>`. */
function readPlace(place: string): { index: number; after: string } {
  const end = place.indexOf(':');
  return end < 0
    ? { index: 0, after: '' }
    : { index: Number(place.slice(0, end)), after: place.slice(end + 1) };
}
