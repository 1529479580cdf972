import { createHash } from 'node:crypto';
import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import pMap from 'p-map';
import type { Documents } from '../../adapters/documents/document-printer';
import type { LabelFileId, StoredFile } from '../../adapters/mongo/label-file-store';
import type { LabelState } from '../../adapters/mongo/purchase-store';
import type { Batch } from '../../domain/batch/batch';
import type { PurchasedLabel } from '../../domain/purchase';
import type { LabelSheets } from '../../ports';
import { type DrawingPorts, drawLabelFile } from '../draw-label-file';

interface Ports extends DrawingPorts {
  readonly documents: Pick<Documents, 'merge' | 'missing'>;
}

const CONCURRENCY = 8;
/**
 * A PDF takes seconds of CPU time, so only one PDF is made at a time. When too many requests are waiting, a further
 * request is refused, and the error says when to try again.
 */
const MERGES = { concurrency: 1, waiting: 16 };

/**
 * Makes one PDF with a batch's labels, in the batch's order. A customs form follows its label. Labels that are voided,
 * or are being voided, are left out. If some files no longer exist, pages that name their orders take their places.
 * Calls at the same time for the same labels share the work.
 * @throws DomainError unavailable, with the seconds to wait, when too many batches wait
 */
export function createLabelSheets(ports: Ports): LabelSheets {
  const underWay = new Map<string, Promise<void>>();
  const queue = new BoundedQueue(MERGES);
  return {
    make: async (batch) => {
      const labels = await printableLabels(ports, batch);
      if (labels.length === 0) return undefined;
      const file = fileOf(batch, labels);
      if (await ports.files.describe(file)) return file;
      const name = `${file.purchaseId}:${file.kind}`;
      const merging =
        underWay.get(name) ??
        queue.run(() => merge(ports, batch, labels, file)).finally(() => underWay.delete(name));
      underWay.set(name, merging);
      await merging;
      return file;
    },
  };
}

interface PrintableLabel {
  readonly purchaseId: PurchaseId;
  readonly orderNumber: string;
  readonly state: LabelState & { readonly label: PurchasedLabel };
}

async function printableLabels(
  { purchases }: Pick<Ports, 'purchases'>,
  { accountId, items }: Batch,
): Promise<PrintableLabel[]> {
  const bought = items.flatMap(({ status, purchaseId, orderNumber }) =>
    status === 'purchased' && purchaseId ? [{ purchaseId, orderNumber }] : [],
  );
  const states = await purchases.labelStates(
    accountId,
    bought.map(({ purchaseId }) => purchaseId),
  );
  return bought.flatMap(({ purchaseId, orderNumber }) => {
    const state = states.get(purchaseId);
    if (!state?.label || state.voided || state.voidPending) return [];
    return [{ purchaseId, orderNumber, state: { ...state, label: state.label } }];
  });
}

async function merge(
  ports: Ports,
  { accountId, id, createdAt }: Batch,
  labels: readonly PrintableLabel[],
  file: LabelFileId,
): Promise<void> {
  const { files, documents } = ports;
  const sheets = labels.flatMap((label) =>
    (['label', 'form'] as const)
      .filter((kind) => label.state.label.documents.includes(kind))
      .map((kind) => ({ ...label, kind })),
  );
  const readFile = async ({ purchaseId, kind, state }: (typeof sheets)[number]) =>
    (await files.get({ accountId, purchaseId, kind })) ?? drawLabelFile(ports, accountId, state, kind);
  const found = await pMap(sheets, readFile, { concurrency: CONCURRENCY });
  if (found.every((each) => each === undefined)) return;
  const pageFor = async ({ orderNumber, kind }: (typeof sheets)[number]): Promise<StoredFile> => ({
    content: await documents.missing({ orderNumber, kind, at: createdAt }),
    contentType: 'application/pdf',
    fileName: '',
  });
  const pages = await pMap(sheets, async (sheet, at) => found[at] ?? pageFor(sheet), {
    concurrency: CONCURRENCY,
  });
  await files.put(file, {
    content: await documents.merge(pages, createdAt),
    contentType: 'application/pdf',
    fileName: `labels-batch-${id}.pdf`,
  });
}

const PREFIX = 'batch_';
const KIND = 'labels';

export const batchLabelsFile = ({ accountId, id }: Pick<Batch, 'accountId' | 'id'>): LabelFileId => ({
  accountId,
  purchaseId: `${PREFIX}${id}`,
  kind: KIND,
});

/** Returns the id under which the file is stored. It contains a hash of the labels in the file. */
const fileOf = (batch: Batch, labels: readonly PrintableLabel[]): LabelFileId => {
  const ids = labels.map(({ purchaseId }) => purchaseId).join(' ');
  const digest = createHash('sha256').update(ids).digest('base64url');
  return { ...batchLabelsFile(batch), kind: `${KIND}.${digest}` };
};

export function batchOfFile({ purchaseId, kind }: LabelFileId): number | undefined {
  return kind === KIND && purchaseId.startsWith(PREFIX) ? Number(purchaseId.slice(PREFIX.length)) : undefined;
}
