import type { AccountId } from '@parcelyard/service-kit/ids';
import { type LedgerEntry, toLedgerEntry } from '../domain/ledger-entry';
import type { Ledger } from '../ports';

export interface LedgerPageWanted {
  page: number;
  pageSize: number;
}

const DEFAULT_SIZE = 25;
const LARGEST_SIZE = 100;

/**
 * One page of the account's ledger, newest first. Its numbers have no gaps, so that the last one is the total and a page
 * is a span of numbers: exact without counting, and a transfer that comes meanwhile moves nothing on it.
 */
export const listLedger =
  ({ ledger }: { ledger: Ledger }) =>
  async (
    accountId: AccountId,
    wanted: LedgerPageWanted,
  ): Promise<{ entries: LedgerEntry[]; total: number }> => {
    const size = Math.min(LARGEST_SIZE, Math.max(1, wanted.pageSize || DEFAULT_SIZE));
    const { seq: total } = await ledger.position(accountId);
    const newest = total - (Math.max(1, wanted.page) - 1) * size;
    const transfers = newest > 0 ? await ledger.listDown(accountId, newest, size) : [];
    return { entries: transfers.map(toLedgerEntry), total };
  };
