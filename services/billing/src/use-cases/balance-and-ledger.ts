import type {
  AccountRef,
  AddBalanceRequest,
  Balance,
  LedgerEntry,
  LedgerPage,
  ListGatewayChargesRequest,
  ListGatewayChargesResponse,
  ListLedgerRequest,
  ListTransfersRequest,
  ListTransfersResponse,
} from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { type LedgerName, moved, type Transfer, type TransferKind } from '../domain/ledger';
import type { DaySpending, SpendingChange } from '../domain/spending';
import { creditTransfer } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { fundsOf } from './read-funds';
import { accountOf, amountOf, rowsOf, textOf } from './request-fields';
import { limitsMessage } from './spending-limits';

export async function getBalance(ports: BillingPorts, request: AccountRef): Promise<Balance> {
  const accountId = accountOf(request);
  const [position, { autoRecharge, limits }, recharge] = await Promise.all([
    ports.ledger.position(accountId),
    ports.accounts.find(accountId),
    ports.ledger.lastRecharge(accountId),
  ]);
  const { available, isTakenBack } = await fundsOf(ports, accountId, position);
  const { held, spending } = position;
  return {
    availableCents: available,
    heldCents: held,
    paymentsTakenBack: isTakenBack || undefined,
    autoRechargeCents: autoRecharge,
    limits: limitsMessage(limits, spending, ports.clock.now(), request.timeZone),
    lastRecharge: recharge && { amountCents: moved(recharge.lines, 'available'), at: recharge.at },
  };
}

/** For operators: adds money without a card, once per key. */
export async function addBalance(ports: BillingPorts, request: AddBalanceRequest): Promise<Empty> {
  const accountId = accountOf(request);
  const amount = amountOf('amount_cents', request.amountCents, 1);
  const key = textOf('idempotency_key', request.idempotencyKey);
  await ports.appendQueue.append(accountId, () => () => creditTransfer(accountId, key, amount));
  return {};
}

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 100;

/**
 * Returns one page of the account's ledger, newest first. Transfers are numbered without gaps, so the last number is
 * also their count, and a page is a range of numbers.
 */
export async function listLedger({ ledger }: BillingPorts, request: ListLedgerRequest): Promise<LedgerPage> {
  const accountId = accountOf(request);
  const size = Math.min(MAX_PAGE_SIZE, Math.max(1, request.pageSize || DEFAULT_PAGE_SIZE));
  const { seq: total } = await ledger.position(accountId);
  const newest = total - (Math.max(1, request.page) - 1) * size;
  const transfers = newest > 0 ? await ledger.listDown(accountId, newest, size) : [];
  return { entries: transfers.map(ledgerEntry), total };
}

function ledgerEntry(transfer: Transfer): LedgerEntry {
  const { seq, kind, at, lines, after, adjustment } = transfer;
  return {
    seq,
    kind,
    at,
    purchaseId: purchaseOf(transfer),
    adjustment,
    availableChangeCents: moved(lines, 'available'),
    heldChangeCents: moved(lines, 'held'),
    availableAfterCents: after.available,
    heldAfterCents: after.held,
    ...partsOf(transfer),
  };
}

const OF_A_PURCHASE: readonly TransferKind[] = ['hold', 'capture', 'release', 'refund', 'carrier_adjustment'];

/** Returns the purchase id, which is the second part of the key. */
const purchaseOf = ({ kind, key }: Transfer): string | undefined =>
  OF_A_PURCHASE.includes(kind) ? key.split(':')[1] : undefined;

/** Returns the postage, insurance and fee that a hold reserves, a capture takes or a refund returns. */
function partsOf({ kind, lines, charge }: Transfer) {
  if (kind === 'hold' && charge) {
    return { postageCents: charge.postage, insuranceCents: charge.insurance, feeCents: charge.fee };
  }
  const isOfLabel = kind === 'capture' || kind === 'refund';
  const part = (ledger: LedgerName) => (isOfLabel ? Math.abs(moved(lines, ledger)) : 0);
  return { postageCents: part('carrier_payable'), insuranceCents: part('insurance'), feeCents: part('fees') };
}

/** For `shipctl ledger verify`: returns complete transfers in pages. */
export async function listTransfers(
  { ledger }: BillingPorts,
  { accountId, afterAccountId, afterSeq, limit }: ListTransfersRequest,
): Promise<ListTransfersResponse> {
  const transfers = await ledger.list(accountId, { accountId: afterAccountId, seq: afterSeq }, rowsOf(limit));
  return {
    transfers: transfers.map(({ key, accountId, seq, kind, lines, after, resolves, at, ...counted }) => ({
      key,
      accountId,
      seq,
      kind,
      resolves,
      at,
      shipmentMonth: counted.charge?.month ?? counted.month,
      shipmentsAfter: after.shipments,
      spending: counted.spending && spendingChange(counted.spending, counted.approval),
      spendingAfter: daySpending(after.spending),
      lines: lines.map(({ ledger, cents }) => ({ ledger, cents })),
      availableAfterCents: after.available,
      heldAfterCents: after.held,
    })),
  };
}

const spendingChange = (change: SpendingChange, approvalId = '') => {
  const { day, kind, cents, reservation = '', carrierBilled } = change;
  return { day, kind, cents, reservation, approvalId, carrierBilledCents: carrierBilled };
};

const daySpending = ({ day, token, app, reserved = [] }: DaySpending) => ({
  day,
  tokenCents: token,
  appCents: app,
  reserved: reserved.map(({ key, day, kind, left }) => ({
    day,
    kind,
    cents: left,
    reservation: key,
    approvalId: '',
  })),
});

/** For `shipctl ledger verify`: returns the charges that the payment gateway knows. */
export async function listGatewayCharges(
  { gateway, recharges }: BillingPorts,
  { accountId, afterReference, limit }: ListGatewayChargesRequest,
): Promise<ListGatewayChargesResponse> {
  const charges = await gateway.list(accountId, afterReference, rowsOf(limit));
  const pending = await recharges.pendingAmong(charges.map(({ reference }) => reference));
  return {
    charges: charges.map(({ reference, accountId, amount, status, at, reversals }) => ({
      reference,
      accountId,
      amountCents: amount,
      status,
      at,
      settling: pending.has(reference),
      reversals: reversals.map(({ id, kind, amount, taken }) => ({ id, kind, amountCents: amount, taken })),
    })),
  };
}
