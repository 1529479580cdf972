import type { LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type {
  BatchStore,
  LabelFileId,
  LabelFileStore,
  LabelMerger,
  LinkSigner,
  PurchaseStore,
  StoredFile,
} from '../ports';
import { batchOfFile } from './batch/batch-labels-file';
import { mergeBatchLabels } from './batch/merge-batch-labels';

export interface LabelFilePorts {
  readonly links: LinkSigner;
  readonly files: LabelFileStore;
  readonly purchases: PurchaseStore;
  readonly batches: BatchStore;
  readonly mergeLabels: LabelMerger;
}

/** The file behind a signed link. @throws DomainError not_found, alike for a forged link and a file that is gone */
export async function getLabelFile(ports: LabelFilePorts, token: string): Promise<LabelFile> {
  const id = ports.links.verify(token);
  const file = id && (await read(ports, id));
  if (!file) throw new DomainError('not_found', 'There is no such label file.');
  return { content: file.content, contentType: file.contentType, fileName: file.fileName };
}

async function read(ports: LabelFilePorts, id: LabelFileId): Promise<StoredFile | undefined> {
  const batchId = batchOfFile(id);
  if (batchId === undefined) return ports.files.get(id);
  const batch = await ports.batches.find(id.accountId, batchId);
  return batch && mergeBatchLabels(ports, batch);
}
