import type {
  ListPurchasesRequest,
  ListPurchasesResponse,
  ListSellerJournalRequest,
  ListSellerJournalResponse,
  Purchase as PurchaseMessage,
} from '@parcelyard/contracts/shipping';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import { isReturn, type Purchase, premiumOf } from '../domain/purchase';
import type { SellerJournal } from '../ports';

const MAX_PAGE = 1_000;
const pageSize = (limit: number): number => (limit > 0 ? Math.min(limit, MAX_PAGE) : MAX_PAGE);

/** Returns purchases sorted by id, for `shipctl ledger verify`. Account 0 means all accounts. */
export async function listPurchases(
  purchases: PurchaseStore,
  { accountId, afterPurchaseId, limit }: ListPurchasesRequest,
): Promise<ListPurchasesResponse> {
  const page = await purchases.list({
    accountId,
    after: afterPurchaseId,
    limit: pageSize(limit),
  });
  return { purchases: page.map(message) };
}

function message(purchase: Purchase): PurchaseMessage {
  const { id, accountId, orderId, generation, state, terms, label, updatedAt, carrierReference } = purchase;
  return {
    purchaseId: id,
    accountId,
    orderId,
    generation,
    state,
    seller: terms.seller,
    carrier: terms.carrier,
    postageCents: terms.postage,
    insuranceCents: premiumOf(purchase),
    trackingNumber: label?.trackingNumber,
    refunded: state === 'refunded',
    updatedAt,
    carrierReference,
    ...(isReturn(purchase) && { isReturn: true }),
    ...(terms.ownAccount && { billedByCarrier: true }),
  };
}

/** Returns the sellers' own records, for `shipctl ledger verify`. Account 0 means all accounts. */
export async function listSellerJournal(
  journal: SellerJournal,
  { accountId, afterReference, limit }: ListSellerJournalRequest,
): Promise<ListSellerJournalResponse> {
  const { entries, next } = await journal.list({
    accountId,
    after: afterReference,
    limit: pageSize(limit),
  });
  return { entries: [...entries], nextAfter: next, sellers: [...journal.sellers] };
}
