import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { CarrierJournalEntry, ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { LedgerEvidence } from './domain/ledger-evidence';

const PAGE = 1_000;

export interface EvidenceClients {
  billing: Pick<RpcClient<BillingDefinition>, 'listTransfers' | 'listGatewayCharges' | 'reconcilePayments'>;
  shipping: Pick<RpcClient<ShippingDefinition>, 'listPurchases' | 'listCarrierJournal'>;
}

/** Reads everything that the proof needs, in the order that makes it sound while labels are being bought. */
export async function readEvidence(
  { billing, shipping }: EvidenceClients,
  accountId: number,
): Promise<LedgerEvidence> {
  const purchases = () =>
    pages(
      async (last?: string) =>
        (await shipping.listPurchases({ accountId, afterPurchaseId: last ?? '', limit: PAGE })).purchases,
      ({ purchaseId }) => purchaseId,
    );
  const charges = () =>
    pages(
      async (last?: string) =>
        (await billing.listGatewayCharges({ accountId, afterReference: last ?? '', limit: PAGE })).charges,
      ({ reference }) => reference,
    );
  const before = { purchases: await purchases(), charges: await charges() };
  // Refunds and disputes that were there by now are booked before the transfers are read.
  await billing.reconcilePayments({});
  const transfers = await pages(
    async (last?: { accountId: number; seq: number }) => {
      const { accountId: afterAccountId, seq: afterSeq } = last ?? { accountId: 0, seq: 0 };
      return (await billing.listTransfers({ accountId, afterAccountId, afterSeq, limit: PAGE })).transfers;
    },
    (transfer) => transfer,
  );
  const journal = await readJournal(shipping, accountId);
  return { before, transfers, journal, charges: await charges(), purchases: await purchases() };
}

/** Carriers have pages of their own size. */
async function readJournal(
  shipping: EvidenceClients['shipping'],
  accountId: number,
): Promise<CarrierJournalEntry[]> {
  const journal: CarrierJournalEntry[] = [];
  for (let afterReference = ''; ; ) {
    const { entries, nextAfter } = await shipping.listCarrierJournal({
      ...{ accountId, afterReference, limit: PAGE },
    });
    journal.push(...entries);
    // A service of an earlier version does not say where it goes on.
    const next = nextAfter ?? (entries.length < PAGE ? '' : entries.at(-1)?.reference);
    if (!next) return journal;
    afterReference = next;
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
    if (page.length < PAGE) return rows;
  }
}
