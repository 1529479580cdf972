import type { CarrierAdjustment, SellerJournalEntry } from '@parcelyard/contracts/shipping';
import type { Services } from '../connect-services';
import type { LedgerEvidence } from '../domain/ledger-evidence';

const EVERY_ACCOUNT = 0;
const PAGE_SIZE = 1_000;

/**
 * Reads all data that `ledger verify` compares. The order of the reads makes the comparison right even while labels are
 * bought.
 */
export async function readEvidence(services: Services, accountId = EVERY_ACCOUNT): Promise<LedgerEvidence> {
  const { billing, auth, orders, shipping } = services;
  const purchases = () =>
    pages(
      async (last?: string) =>
        (await shipping.listPurchases({ accountId, afterPurchaseId: last ?? '', limit: PAGE_SIZE }))
          .purchases,
      ({ purchaseId }) => purchaseId,
    );
  const charges = () =>
    pages(
      async (last?: string) =>
        (await billing.listGatewayCharges({ accountId, afterReference: last ?? '', limit: PAGE_SIZE }))
          .charges,
      ({ reference }) => reference,
    );
  const seen = { purchases: await purchases(), charges: await charges() };
  // This read also books the carriers' adjustments, so the transfers that are read next contain them.
  const before = { ...seen, adjustments: await readAdjustments(shipping, accountId) };
  // Billing first books the payment gateway's refunds and disputes, so the transfers that are read next contain them.
  await billing.reconcilePayments({});
  const transfers = await pages(
    async (last?: { accountId: number; seq: number }) => {
      const { accountId: afterAccountId, seq: afterSeq } = last ?? { accountId: 0, seq: 0 };
      return (await billing.listTransfers({ accountId, afterAccountId, afterSeq, limit: PAGE_SIZE }))
        .transfers;
    },
    (transfer) => transfer,
  );
  const { journal, sellers } = await readJournal(shipping, accountId);
  const orderPurchases = await pages(
    async (last?: number) =>
      (await orders.listOrderPurchases({ accountId, afterOrderId: last ?? 0, limit: PAGE_SIZE })).orders,
    ({ orderId }) => orderId,
  );
  return {
    before,
    transfers,
    journal,
    sellers,
    orders: orderPurchases,
    adjustments: await readAdjustments(shipping, accountId),
    charges: await charges(),
    purchases: await purchases(),
    accounts: new Set(
      await pages(
        async (last?: number) =>
          (await auth.listAccounts({ afterAccountId: last ?? 0, limit: PAGE_SIZE })).accountIds,
        (id) => id,
      ),
    ),
  };
}

/** Reads all pages of a journal. Each seller has its own page size. */
async function readJournal(
  shipping: Services['shipping'],
  accountId: number,
): Promise<Pick<LedgerEvidence, 'journal' | 'sellers'>> {
  // If a label is sold meanwhile, a seller that lists the newest label first lists a row again on the next page.
  const rows = new Map<string, SellerJournalEntry>();
  for (let afterReference = ''; ; ) {
    const { entries, nextAfter, sellers } = await shipping.listSellerJournal({
      accountId,
      afterReference,
      limit: PAGE_SIZE,
    });
    for (const entry of entries) {
      const { reference, carrier, trackingNumber, at } = entry;
      rows.set(JSON.stringify([reference, carrier, trackingNumber, at]), entry);
    }
    if (!nextAfter) return { journal: [...rows.values()], sellers };
    afterReference = nextAfter;
  }
}

async function readAdjustments(
  shipping: Services['shipping'],
  accountId: number,
): Promise<CarrierAdjustment[]> {
  const all: CarrierAdjustment[] = [];
  for (let after = ''; ; ) {
    const { adjustments, nextAfter } = await shipping.reconcileAdjustments({ accountId, after });
    all.push(...adjustments);
    if (!nextAfter) return all;
    after = nextAfter;
  }
}

async function pages<Row, Place>(
  read: (after?: Place) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.length > 0 ? placeOf(rows.at(-1) as Row) : undefined);
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows;
  }
}
