import { labelsToCollect } from '../labels-to-collect';
import type { ReferenceBook } from '../reference-book';
import type { EasypostDeclaration } from './easypost-declarations';

/**
 * Returns EasyPost's ids of these labels.
 * @throws CarrierRefused when EasyPost sold none of them
 */
export const shipmentsToCollect = (
  carrier: EasypostDeclaration,
  book: ReferenceBook,
  { accountId, labels }: { readonly accountId: number; readonly labels: readonly string[] },
): Promise<string[]> =>
  labelsToCollect(
    carrier,
    labels,
    async (reference) => (await book.find({ accountId, kind: 'shipment', reference }))?.id,
  );
