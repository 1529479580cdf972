import type { ListCarrierJournalRequest, ListCarrierJournalResponse } from '@parcelyard/contracts/shipping';
import type { CarrierJournal } from '../ports';

const LARGEST_PAGE = 1_000;

/** The carriers' own records, for the ledger's proof; account 0 means all. */
export async function listCarrierJournal(
  journal: CarrierJournal,
  { accountId, afterReference, limit }: ListCarrierJournalRequest,
): Promise<ListCarrierJournalResponse> {
  const { entries, next } = await journal.list({
    accountId,
    after: afterReference,
    limit: limit > 0 ? Math.min(limit, LARGEST_PAGE) : LARGEST_PAGE,
  });
  return { entries: [...entries], nextAfter: next };
}
