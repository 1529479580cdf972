import type {
  ListPurchasesRequest,
  ListPurchasesResponse,
  Purchase as PurchaseMessage,
} from '@parcelyard/contracts/shipping';
import { type Purchase, premiumOf } from '../domain/purchase';
import type { PurchaseStore } from '../ports';

const LARGEST_PAGE = 1_000;

/** Purchases by id, for the ledger's proof; account 0 means all. */
export async function listPurchases(
  purchases: PurchaseStore,
  { accountId, afterPurchaseId, limit }: ListPurchasesRequest,
): Promise<ListPurchasesResponse> {
  const page = await purchases.list({
    accountId,
    after: afterPurchaseId,
    limit: limit > 0 ? Math.min(limit, LARGEST_PAGE) : LARGEST_PAGE,
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
    carrier: terms.carrier,
    postageCents: terms.postage,
    insuranceCents: premiumOf(purchase),
    trackingNumber: label?.trackingNumber,
    refunded: state === 'refunded',
    updatedAt,
    carrierReference,
  };
}
