import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import { HISTORY_DAYS } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { LabelFileId } from '../adapters/mongo/label-file-store';
import type { LabelState } from '../adapters/mongo/purchase-store';
import type { DrawnFiles, PurchasePorts } from '../ports';
import type { CarrierDocument, DocumentKind } from '../sellers/carrier-port';
import { askCarrier } from './ask-carrier';

export type DrawingPorts = Pick<PurchasePorts, 'purchases' | 'carriers' | 'files' | 'clock'>;

/**
 * A label takes about 10 ms of CPU time. When more labels than this are waiting, a further request is refused, and the
 * error says when to try again.
 */
const DRAWINGS = { concurrency: 8, waiting: 256 };

/** Makes a file when somebody first opens it, and stores it. Requests at the same time share the work. */
export function createDrawnFiles(ports: DrawingPorts): DrawnFiles {
  const underWay = new Map<string, Promise<boolean>>();
  const queue = new BoundedQueue(DRAWINGS);
  return {
    keep: (id) => {
      const name = `${id.accountId}:${id.purchaseId}:${id.kind}`;
      const running = underWay.get(name);
      if (running) return running;
      const drawing = queue.run(() => keep(ports, id)).finally(() => underWay.delete(name));
      underWay.set(name, drawing);
      return drawing;
    },
  };
}

async function keep(ports: DrawingPorts, id: LabelFileId): Promise<boolean> {
  const { accountId, kind } = id;
  const purchaseId = id.purchaseId as PurchaseId;
  const state = (await ports.purchases.labelStates(accountId, [purchaseId])).get(purchaseId);
  const file = state && (await drawLabelFile(ports, accountId, state, kind));
  if (!file) return false;
  // The file is stored with the time of the purchase. So it is deleted at the same time as files that were stored at
  // the purchase.
  await ports.files.put(id, file, state.label?.boughtAt);
  return true;
}

const HISTORY_MS = HISTORY_DAYS * 86_400_000;

/**
 * Gets a file that was not stored at the purchase. Returns undefined when the label has no such file, when the carrier
 * no longer has it, or when the label is so old that a file stored at the purchase would have been deleted.
 * @throws DomainError unavailable when the carrier does not answer
 */
export async function drawLabelFile(
  { carriers, clock }: Pick<DrawingPorts, 'carriers' | 'clock'>,
  accountId: number,
  { sold, reference, label }: LabelState,
  kind: string,
): Promise<CarrierDocument | undefined> {
  if (!label?.documents.includes(kind)) return undefined;
  const { trackingNumber, boughtAt } = label;
  const carrier = carriers.of(sold);
  if (!carrier.documentsAnyTime || clock.now().getTime() - boughtAt.getTime() > HISTORY_MS) return undefined;
  const asked = carrier.document({ accountId, reference, trackingNumber }, kind as DocumentKind);
  return askCarrier(carrier, asked);
}
