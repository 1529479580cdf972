import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
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
  const journal = await pages(
    async (last?: string) =>
      (await shipping.listCarrierJournal({ accountId, afterReference: last ?? '', limit: PAGE })).entries,
    ({ reference }) => reference,
  );
  return { before, transfers, journal, charges: await charges(), purchases: await purchases() };
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
