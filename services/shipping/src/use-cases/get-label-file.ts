import type { GetLabelFileRequest, LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { LinkSigner } from '../adapters/links/create-link-signer';
import type { BatchStore } from '../adapters/mongo/batch-store';
import type { FileFacts, LabelFileId, LabelFileStore } from '../adapters/mongo/label-file-store';
import { isActive } from '../domain/batch/batch';
import type { DrawnFiles, LabelSheets } from '../ports';
import { batchOfFile } from './batch/create-label-sheets';

export interface LabelFilePorts {
  readonly links: LinkSigner;
  readonly files: LabelFileStore;
  readonly batches: BatchStore;
  readonly drawnFiles: DrawnFiles;
  readonly labelSheets: LabelSheets;
}

/**
 * The file behind a signed link from an offset on, or what it is without its content. A long one is read in several
 * calls, which any replica may answer: the etag holds them together.
 * @throws DomainError not_found, alike for a forged link and a file that is gone · conflict when it is another one
 */
export async function getLabelFile(
  ports: LabelFilePorts,
  { token, offset, etag, withoutContent = false }: GetLabelFileRequest,
): Promise<LabelFile> {
  const id = ports.links.verify(token);
  const look = async (): Promise<(FileFacts & { content: Buffer }) | undefined> => {
    if (!id) return undefined;
    if (!withoutContent) return ports.files.read(id, offset);
    const facts = await ports.files.describe(id);
    return facts && { ...facts, content: Buffer.alloc(0) };
  };
  const file = (await look()) ?? ((await madeNow(ports, id)) ? await look() : undefined);
  if (!file) throw new DomainError('not_found', 'label_file_not_found', {});
  if (etag !== '' && etag !== file.etag) throw new DomainError('conflict', 'labels_changed', {});
  const { content, contentType, fileName, size } = file;
  return { content, contentType, fileName, size, etag: file.etag };
}

/** True when the file has been made that nobody had asked for before. */
async function madeNow(
  { batches, drawnFiles, labelSheets }: LabelFilePorts,
  id: LabelFileId | undefined,
): Promise<boolean> {
  if (id === undefined) return false;
  const batchId = batchOfFile(id);
  if (batchId === undefined) return drawnFiles.keep(id);
  const batch = await batches.find(id.accountId, batchId);
  return batch !== undefined && !isActive(batch) && labelSheets.make(batch);
}
