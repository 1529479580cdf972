import type { GatewayCharge, ShipmentCount, Transfer, TransferLine } from '@parcelyard/contracts/billing';
import type { OrderPurchases } from '@parcelyard/contracts/orders';
import type { CarrierAdjustment, Purchase, SellerJournalEntry } from '@parcelyard/contracts/shipping';
import type { LedgerEvidence } from '../../src/domain/ledger-evidence';

const AT = new Date('2026-03-02T15:00:00Z');
const MONTH = '2026-03';
const DAY = '2026-03-02';

/** The step at which a purchase ended. */
export type Ending =
  | 'created'
  | 'held'
  | 'carrier_sent'
  | 'unknown'
  | 'labelled'
  | 'done'
  | 'failed'
  | 'refunded';

export const referenceOf = (purchaseId: string) => `${purchaseId}_a7_5eed`;

/**
 * Correct books, as billing, the payment gateway, shipping and carriers would write them. A test then makes them
 * incorrect.
 */
export class Books {
  readonly transfers: Transfer[] = [];
  readonly charges: GatewayCharge[] = [];
  readonly purchases: Purchase[] = [];
  readonly journal: SellerJournalEntry[] = [];
  readonly adjustments: CarrierAdjustment[] = [];
  private readonly positions = new Map<
    number,
    { seq: number; available: number; held: number; shipments: ShipmentCount; day: string; spent: number }
  >();
  private orders = 0;

  credit(accountId: number, cents: number): void {
    const key = `credit:${accountId}:${this.transfers.length}`;
    this.post(accountId, { key, kind: 'credit' }, [
      { ledger: 'operator', cents: -cents },
      { ledger: 'available', cents },
    ]);
  }

  /** Buys the label of one order. With `recharge`, first recharges the whole price. */
  buy(
    accountId: number,
    ending: Ending,
    postage = 545,
    { recharge = false, insurance = 0, fee = 0 } = {},
  ): string {
    this.orders += 1;
    const id = `pur_${this.orders}_1`;
    const total = postage + insurance + fee;
    const sold = ['labelled', 'done', 'refunded'].includes(ending);
    this.purchases.push({
      purchaseId: id,
      accountId,
      orderId: this.orders,
      generation: 1,
      state: ending,
      seller: 'sandbox',
      carrier: 'usps',
      postageCents: postage,
      insuranceCents: insurance,
      refunded: ending === 'refunded',
      updatedAt: AT,
      carrierReference: referenceOf(id),
      ...(sold ? { trackingNumber: `94${this.orders}` } : {}),
    });
    if (ending === 'created') return id;
    if (recharge) this.recharge(accountId, id, total);
    this.post(accountId, { key: `hold:${id}`, kind: 'hold' }, [
      { ledger: 'available', cents: -total },
      { ledger: 'held', cents: total },
    ]);
    if (ending === 'failed') {
      this.post(accountId, { key: `release:${id}`, kind: 'release', resolves: `hold:${id}` }, [
        { ledger: 'held', cents: -total },
        { ledger: 'available', cents: total },
      ]);
    }
    if (!sold) return id;
    this.journal.push({
      carrier: 'usps',
      reference: referenceOf(id),
      accountId,
      trackingNumber: `94${this.orders}`,
      chargedCents: postage,
      status: ending === 'refunded' ? 'voided' : 'purchased',
      at: AT,
    });
    if (ending === 'labelled') return id;
    this.post(accountId, { key: `capture:${id}`, kind: 'capture', resolves: `hold:${id}` }, [
      { ledger: 'held', cents: -total },
      { ledger: 'carrier_payable', cents: postage },
      ...(insurance ? [{ ledger: 'insurance', cents: insurance }] : []),
      ...(fee ? [{ ledger: 'fees', cents: fee }] : []),
    ]);
    if (ending === 'refunded') {
      this.post(accountId, { key: `refund:${id}`, kind: 'refund' }, [
        { ledger: 'carrier_payable', cents: -postage },
        { ledger: 'insurance', cents: -insurance },
        { ledger: 'available', cents: postage + insurance },
      ]);
    }
    return id;
  }

  /**
   * Adds a carrier's adjustment of a sold label's postage. `book` writes the same amount, or another amount, into the
   * ledger.
   */
  adjust(purchaseId: string, named: number, adjustmentId = 'adj_1') {
    const { accountId } = this.purchase(purchaseId);
    const reference = referenceOf(purchaseId);
    const adjustment = { reference, accountId, adjustmentId, cents: named };
    this.adjustments.push(adjustment);
    const key = `carrier_adjustment:${purchaseId}:${adjustmentId}`;
    const book = (cents = named, revision = '') =>
      this.post(accountId, { key: `${key}${revision}`, kind: 'carrier_adjustment' }, [
        { ledger: 'available', cents: -cents },
        { ledger: 'carrier_payable', cents },
      ]);
    return { adjustment, book, key };
  }

  recharge(accountId: number, purchaseId: string, cents: number): void {
    const reference = `rch_${purchaseId}_1`;
    const charge = { reference, accountId, amountCents: cents, status: 'succeeded', at: AT };
    this.charges.push({ ...charge, settling: false, reversals: [] });
    this.post(accountId, { key: `recharge:${reference}`, kind: 'recharge' }, [
      { ledger: 'psp', cents: -cents },
      { ledger: 'available', cents },
    ]);
  }

  /** Returns the books as the data that `verifyLedger` compares, with each account's transfers in their order. */
  evidence(): LedgerEvidence {
    const { purchases, charges, journal, adjustments } = this;
    const transfers = [...this.transfers].sort((a, b) => a.accountId - b.accountId || a.seq - b.seq);
    const orders = new Map<number, OrderPurchases>();
    for (const { accountId, orderId, purchaseId, state, isReturn } of purchases) {
      const { label = '', returnLabel = '', lockedBy = '' } = orders.get(orderId) ?? {};
      const held = state === 'labelled' ? purchaseId : lockedBy;
      const shown = { [isReturn ? 'returnLabel' : 'label']: state === 'done' ? purchaseId : '' };
      orders.set(orderId, { accountId, orderId, label, returnLabel, lockedBy: held, ...shown });
    }
    const accounts = new Set([...transfers, ...purchases].map(({ accountId }) => accountId));
    return {
      before: { purchases, charges, adjustments },
      adjustments,
      transfers,
      charges,
      journal,
      sellers: ['sandbox'],
      purchases,
      orders: [...orders.values()],
      accounts,
    };
  }

  transfer(key: string): Transfer {
    const found = this.transfers.find((transfer) => transfer.key === key);
    if (!found) throw new Error(`The books have no ${key}.`);
    return found;
  }

  /** Adds the hold of one more purchase that has not ended. */
  spend(accountId: number, cents: number): Transfer {
    return this.transfer(`hold:${this.buy(accountId, 'held', cents, { recharge: true })}`);
  }

  purchase(id: string): Purchase {
    return this.purchases.find(({ purchaseId }) => purchaseId === id) as Purchase;
  }

  /** Adds a transfer at the end of an account, with the resulting balances. */
  post(
    accountId: number,
    what: Pick<Transfer, 'key' | 'kind'> & { resolves?: string },
    lines: TransferLine[],
  ): void {
    const last = this.positions.get(accountId) ?? {
      seq: 0,
      available: 0,
      held: 0,
      day: '',
      spent: 0,
      shipments: { month: '', used: 0 },
    };
    const counts = { hold: 1, release: lines.length > 0 ? -1 : 0 }[what.kind as string] ?? 0;
    const { used } = last.shipments;
    const on = (ledger: string) =>
      lines.filter((line) => line.ledger === ledger).reduce((sum, { cents }) => sum + cents, 0);
    const spends = counts === 0 ? 0 : on('held');
    const next = {
      seq: last.seq + 1,
      available: last.available + on('available'),
      held: last.held + on('held'),
      shipments: counts === 0 ? last.shipments : { month: MONTH, used: used + counts },
      day: spends === 0 ? last.day : DAY,
      spent: last.spent + spends,
    };
    this.positions.set(accountId, next);
    this.transfers.push({
      ...what,
      accountId,
      seq: next.seq,
      lines,
      availableAfterCents: next.available,
      heldAfterCents: next.held,
      shipmentsAfter: next.shipments,
      ...(counts === 0 ? {} : { shipmentMonth: MONTH }),
      ...(spends === 0
        ? {}
        : { spending: { day: DAY, kind: 'token', cents: spends, reservation: '', approvalId: '' } }),
      spendingAfter: { day: next.day, tokenCents: next.spent, appCents: 0, reserved: [] },
      at: AT,
    });
  }
}
