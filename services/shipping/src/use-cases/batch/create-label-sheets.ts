import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import pMap from 'p-map';
import type { mergeLabels } from '../../adapters/documents/merge-labels';
import type { LabelFileId } from '../../adapters/mongo/label-file-store';
import type { Batch } from '../../domain/batch/batch';
import type { LabelSheets } from '../../ports';
import { type DrawingPorts, drawLabelFile } from '../draw-label-file';

interface Ports extends DrawingPorts {
  readonly mergeLabels: typeof mergeLabels;
}

/** Files read at one time. */
const CONCURRENCY = 8;
/** Merging takes seconds of processor time: batches take turns, and openings beyond these are told when to come back. */
const MERGES = { concurrency: 1, waiting: 16 };

/**
 * Merges the labels of a batch in its order, behind each its customs form, without those that were voided by then, which
 * nobody may ship with. Whoever asks while a batch is being merged waits for that merge.
 * @throws DomainError unavailable, with the seconds to wait, when too many batches are waiting to be merged
 */
export function createLabelSheets(ports: Ports): LabelSheets {
  const underWay = new Map<number, Promise<boolean>>();
  const queue = new BoundedQueue(MERGES);
  return {
    make: (batch) => {
      const running = underWay.get(batch.id);
      if (running) return running;
      const merging = queue.run(() => merge(ports, batch)).finally(() => underWay.delete(batch.id));
      underWay.set(batch.id, merging);
      return merging;
    },
  };
}

async function merge(ports: Ports, batch: Batch): Promise<boolean> {
  const { purchases, files, mergeLabels } = ports;
  const { accountId } = batch;
  const ids = batch.items.flatMap(({ status, purchaseId }) =>
    status === 'purchased' && purchaseId ? [purchaseId] : [],
  );
  const states = await purchases.labelStates(accountId, ids);
  const sheets = ids.flatMap((purchaseId) => {
    const state = states.get(purchaseId);
    if (!state?.label || state.voided) return [];
    const { documents } = state.label;
    return ['label', 'form']
      .filter((kind) => documents.includes(kind))
      .map((kind) => ({ purchaseId, kind, state }));
  });
  const readFile = async ({ purchaseId, kind, state }: (typeof sheets)[number]) =>
    (await files.get({ accountId, purchaseId, kind })) ?? drawLabelFile(ports, accountId, state, kind);
  const found = await pMap(sheets, readFile, { concurrency: CONCURRENCY });
  const sheetFiles = found.filter((file) => file !== undefined);
  if (sheetFiles.length === 0) return false;
  await files.put(batchLabelsFile(batch), {
    content: await mergeLabels(sheetFiles, batch.createdAt),
    contentType: 'application/pdf',
    fileName: `labels-batch-${batch.id}.pdf`,
  });
  return true;
}

const PREFIX = 'batch_';
const KIND = 'labels';

/** The file of all labels of a batch, as links name it. */
export const batchLabelsFile = ({ accountId, id }: Pick<Batch, 'accountId' | 'id'>): LabelFileId => ({
  accountId,
  purchaseId: `${PREFIX}${id}`,
  kind: KIND,
});

/** The batch whose labels the link leads to; undefined for a link to any other file. */
export function batchOfFile({ purchaseId, kind }: LabelFileId): number | undefined {
  return kind === KIND && purchaseId.startsWith(PREFIX) ? Number(purchaseId.slice(PREFIX.length)) : undefined;
}
