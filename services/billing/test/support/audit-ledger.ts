import type { Transfer } from '@parcelyard/contracts/billing';
import { mayOverdraw, type TransferKind } from '../../src/domain/ledger';
import type { Billing } from './start-billing';

/**
 * Checks what must always be true of an account's ledger. The lines of each transfer sum to zero. The numbers of
 * transfers have no gap. Balances follow from the lines. Only a carrier's adjustment, a refund or a dispute takes the
 * balance below zero. Each hold ends once at most. The ledger has a recharge for each charge that succeeded at the
 * payment gateway, and no other recharges.
 */
export async function auditLedger(billing: Billing, accountId: number): Promise<readonly Transfer[]> {
  const { transfers } = await billing.listTransfers({ accountId, afterAccountId: 0, afterSeq: 0, limit: 0 });
  let available = 0;
  let held = 0;
  for (const [index, transfer] of transfers.entries()) {
    expect(transfer.seq).toBe(index + 1);
    expect(sum(transfer.lines.map(({ cents }) => cents))).toBe(0);
    available += sum(transfer.lines.filter(({ ledger }) => ledger === 'available').map(({ cents }) => cents));
    held += sum(transfer.lines.filter(({ ledger }) => ledger === 'held').map(({ cents }) => cents));
    expect([transfer.availableAfterCents, transfer.heldAfterCents]).toEqual([available, held]);
    const before = transfers[index - 1]?.availableAfterCents ?? 0;
    const least = mayOverdraw(transfer.kind as TransferKind) ? available : Math.min(0, before);
    expect(available).toBeGreaterThanOrEqual(least);
    expect(held).toBeGreaterThanOrEqual(0);
  }
  const resolved = transfers.flatMap(({ resolves }) => (resolves === undefined ? [] : [resolves]));
  expect(new Set(resolved).size).toBe(resolved.length);
  const { charges } = await billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
  const charged = charges
    .filter(({ status }) => status === 'succeeded')
    .map(({ reference, amountCents }) => [`recharge:${reference}`, amountCents]);
  const recharged = transfers
    .filter(({ kind }) => kind === 'recharge')
    .map(({ key, lines }) => [key, lines.find(({ ledger }) => ledger === 'available')?.cents]);
  expect(recharged.toSorted()).toEqual(charged.toSorted());
  return transfers;
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
