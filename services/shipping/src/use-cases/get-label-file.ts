import { createHash } from 'node:crypto';
import type { GetLabelFileRequest, LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type {
  BatchStore,
  LabelFileId,
  LabelFileStore,
  LabelMerger,
  LinkSigner,
  OpenedFile,
  OpenedFiles,
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
  readonly opened: OpenedFiles;
}

/** What one answer carries at most; a message between services holds twice that. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The file behind a signed link from an offset on. A long one is read in several calls, which any replica may answer:
 * the etag holds them together.
 * @throws DomainError not_found, alike for a forged link and a file that is gone · conflict when it changed meanwhile
 */
export async function getLabelFile(
  ports: LabelFilePorts,
  { token, offset, etag }: GetLabelFileRequest,
): Promise<LabelFile> {
  const id = ports.links.verify(token);
  const file = id && (ports.opened.find(id, etag) ?? (await open(ports, id)));
  if (!file) throw new DomainError('not_found', 'There is no such label file.');
  if (etag !== '' && etag !== file.etag) {
    throw new DomainError('conflict', 'The labels have changed meanwhile. Open the link again.');
  }
  const { content, contentType, fileName } = file;
  const end = Math.min(offset + MOST_BYTES, content.length);
  if (end < content.length) ports.opened.keep(id, file);
  return {
    content: content.subarray(offset, end),
    contentType,
    fileName,
    size: content.length,
    etag: file.etag,
  };
}

async function open(ports: LabelFilePorts, id: LabelFileId): Promise<OpenedFile | undefined> {
  const file = await read(ports, id);
  return file && { ...file, etag: createHash('sha256').update(file.content).digest('base64url') };
}

async function read(ports: LabelFilePorts, id: LabelFileId): Promise<StoredFile | undefined> {
  const batchId = batchOfFile(id);
  if (batchId === undefined) return ports.files.get(id);
  const batch = await ports.batches.find(id.accountId, batchId);
  return batch && mergeBatchLabels(ports, batch);
}
