import type { GetLabelFileRequest, LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { FileFacts, LabelFileId } from '../adapters/mongo/label-file-store';
import { isActive } from '../domain/batch/batch';
import { batchOfFile } from './batch/create-label-sheets';
import type { ShippingPorts } from './shipping-ports';

export type LabelFilePorts = Pick<
  ShippingPorts,
  'links' | 'files' | 'purchases' | 'batches' | 'drawnFiles' | 'labelSheets'
>;

/**
 * Returns the file of a signed link and, if requested, its bytes from an offset on. A long file needs several calls,
 * which any replica can answer. The etag shows that all calls read the same file.
 * @throws DomainError not_found for a forged link or a deleted file · failed_precondition for a label that is voided or
 * being voided · conflict when the etag differs
 */
export async function getLabelFile(
  ports: LabelFilePorts,
  { token, offset, etag, withoutContent = false }: GetLabelFileRequest,
): Promise<LabelFile> {
  const id = await keptFile(ports, ports.links.verify(token));
  const look = async (): Promise<(FileFacts & { content: Buffer }) | undefined> => {
    if (!id) return undefined;
    if (!withoutContent) return ports.files.read(id, offset);
    const facts = await ports.files.describe(id);
    return facts && { ...facts, content: Buffer.alloc(0) };
  };
  const file = (await look()) ?? (id && (await ports.drawnFiles.keep(id)) ? await look() : undefined);
  if (!file) throw new DomainError('not_found', 'label_file_not_found', {});
  if (etag !== '' && etag !== file.etag) throw new DomainError('conflict', 'labels_changed', {});
  const { content, contentType, fileName, size } = file;
  return { content, contentType, fileName, size, etag: file.etag };
}

/**
 * Returns the id under which the linked file is stored. If the link is to the file of a batch, the file is made when it
 * is missing or its labels have changed.
 */
async function keptFile(
  ports: LabelFilePorts,
  id: LabelFileId | undefined,
): Promise<LabelFileId | undefined> {
  const batchId = id && batchOfFile(id);
  if (!id || batchId === undefined) return id && usableFile(ports, id);
  const batch = await ports.batches.find(id.accountId, batchId);
  if (!batch || isActive(batch)) return undefined;
  const made = await ports.labelSheets.make(batch);
  if (made || !batch.items.some(({ status }) => status === 'purchased')) return made;
  throw new DomainError('failed_precondition', 'labels_voided', {});
}

/** A receipt can be read even after a void, because nobody ships with it. */
const RECEIPT = 'receipt';

async function usableFile({ purchases }: LabelFilePorts, id: LabelFileId): Promise<LabelFileId> {
  if (id.kind === RECEIPT) return id;
  const purchaseId = id.purchaseId as PurchaseId;
  const state = (await purchases.labelStates(id.accountId, [purchaseId])).get(purchaseId);
  if (state?.voided) throw new DomainError('failed_precondition', 'label_file_voided', {});
  if (state?.voidPending) throw new DomainError('failed_precondition', 'label_file_void_pending', {});
  return id;
}
