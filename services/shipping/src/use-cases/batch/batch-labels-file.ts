import type { Batch } from '../../domain/batch/batch';
import type { LabelFileId } from '../../ports';

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
