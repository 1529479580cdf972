import type { SellerJournalEntry } from '@parcelyard/contracts/shipping';
import { readCarrierReference } from '../../domain/purchase';
import type { SellerJournal } from '../../ports';
import { CarrierNoAnswer } from '../carrier-errors';
import { isSold, labelStatus, postage } from './from-shippo';
import { nextPage, type ShippoApi } from './shippo-api';
import { shippoCarriers } from './shippo-carriers';
import type { ShippoTransaction } from './shippo-shapes';

const PAGE = 'results=100&page=1';
/** How many rates are read at the same time. Each row needs one more call, for its rate. */
const ROWS_AT_ONCE = 10;

/**
 * Lists Shippo's sales with our references, newest first, in pages. The reference contains the account. If a label is
 * bought between two pages, a row may come twice.
 */
export function createShippoJournal(api: Pick<ShippoApi, 'listTransactions' | 'findRate'>): SellerJournal {
  const toEntry = async (
    transaction: ShippoTransaction,
    accountId: number,
    reference: string,
  ): Promise<SellerJournalEntry> => {
    const rate = await api.findRate(rateIdOf(transaction));
    // Without the rate, the price is unknown, and `shipctl ledger verify` would report a difference.
    if (!rate) throw new CarrierNoAnswer('Shippo', new Error(`The rate of ${reference} is not known.`));
    const carrier = shippoCarriers.find(({ provider }) => provider === rate.provider);
    return {
      carrier: carrier?.code ?? rate.provider,
      reference,
      accountId,
      trackingNumber: transaction.tracking_number ?? '',
      chargedCents: postage(rate),
      status: labelStatus(transaction),
      at: new Date(transaction.object_created ?? Number.NaN),
    };
  };
  return {
    sellers: ['shippo'],
    list: async ({ accountId, after }) => {
      const page = await api.listTransactions(after || PAGE);
      const rows = (page.results ?? []).flatMap((transaction) => {
        // Leaves out labels that were bought directly at Shippo, and not through this product.
        const reference = transaction.metadata ?? '';
        const owner = readCarrierReference(reference);
        if (!owner || !isSold(transaction)) return [];
        const included = accountId === 0 || owner.accountId === accountId;
        return included ? [{ transaction, owner, reference }] : [];
      });
      const entries: SellerJournalEntry[] = [];
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const some = rows
          .slice(from, from + ROWS_AT_ONCE)
          .map(({ transaction, owner, reference }) => toEntry(transaction, owner.accountId, reference));
        entries.push(...(await Promise.all(some)));
      }
      return { entries, next: nextPage(page) };
    },
  };
}

const rateIdOf = ({ rate }: ShippoTransaction): string =>
  (typeof rate === 'string' ? rate : rate?.object_id) ?? '';
