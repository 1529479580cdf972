import type { PostageAdjustment } from '@parcelyard/contracts/common';
import { type Cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { countAfter, NO_SHIPMENTS, type ShipmentCount } from './shipment-count';
import { type DaySpending, NO_SPENDING, type SpendingChange, sameSpending, spendingAfter } from './spending';

/**
 * The ledgers between which money moves. `available` and `held` belong to the account. The other ledgers record the
 * money that outside parties paid or received, so their balances may be any amount.
 */
export type LedgerName =
  | 'available'
  | 'held'
  /** The payment gateway. */
  | 'psp'
  /** Money that an operator added by hand. */
  | 'operator'
  | 'referral'
  | 'carrier_payable'
  | 'insurance'
  | 'fees';

export type TransferKind =
  | 'recharge'
  | 'credit'
  | 'hold'
  | 'capture'
  | 'release'
  | 'refund'
  | 'referral_credit'
  /**
   * `recharge_refund`: a refund to the card. `recharge_refund_failed`: such a refund failed, so its money came back to
   * us.
   */
  | 'recharge_refund'
  | 'recharge_refund_failed'
  | 'recharge_dispute'
  | 'recharge_dispute_won'
  /** A carrier's adjustment of a label's postage, up or down. */
  | 'carrier_adjustment'
  /** A batch reserves a part of the day's limit, and later ends the reservation. No money moves. */
  | 'reservation'
  | 'reservation_end';

/**
 * Returns whether a transfer of this kind may take the balance below zero. This is allowed when the payment gateway or
 * a carrier takes money.
 */
export const mayOverdraw = (kind: TransferKind): boolean =>
  takesPaymentBack(kind) || kind === 'carrier_adjustment';

/**
 * Returns whether a transfer of this kind gives back money that a refund or dispute took, because the refund failed or
 * we won the dispute.
 */
export const returnsPayment = (kind: TransferKind): boolean =>
  kind === 'recharge_refund_failed' || kind === 'recharge_dispute_won';

/**
 * Returns whether a transfer of this kind takes a recharge's money back from the account, because of a refund or a
 * dispute.
 */
export const takesPaymentBack = (kind: TransferKind): boolean =>
  kind === 'recharge_refund' || kind === 'recharge_dispute';

export interface Line {
  readonly ledger: LedgerName;
  readonly cents: Cents;
}

/**
 * The parts of a reserved price. They are stored with the hold, so that a capture and a refund split the money in the
 * same way.
 */
export interface HeldCharge {
  readonly purchaseId: string;
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  /** What was charged to the card for this purchase. */
  readonly recharged: Cents;
  /** The month in which the purchase's shipment counts. */
  readonly month: string;
  /** What this charge adds to the day's spending. */
  readonly spending: SpendingChange;
}

/** A transfer before it has a position in the ledger. */
export interface TransferDraft {
  /** Unique. A second transfer with the same key is never made. */
  readonly key: string;
  readonly kind: TransferKind;
  readonly lines: readonly Line[];
  /** The key of the hold that this capture or release ends. */
  readonly resolves?: string;
  readonly charge?: HeldCharge;
  /** Present only on the release of a hold: the month in which the shipment was counted. */
  readonly month?: string;
  readonly spending?: SpendingChange;
  /** The owner's approval that this transfer uses. An approval is used once. */
  readonly approval?: string;
  /** Present only on a carrier's adjustment: the adjustment as the carrier reported it. */
  readonly adjustment?: PostageAdjustment;
}

export interface Balance {
  readonly available: Cents;
  readonly held: Cents;
  /** The referral credit used so far, as a negative number. */
  readonly referral: Cents;
  readonly shipments: ShipmentCount;
  readonly spending: DaySpending;
}

/** The state of an account's ledger after its last transfer. */
export interface Position extends Balance {
  readonly seq: number;
}

/** One entry of the ledger. It is never changed. */
export interface Transfer extends TransferDraft {
  readonly accountId: AccountId;
  /** 1, 2, 3 … without a gap within the account. */
  readonly seq: number;
  readonly after: Balance;
  readonly at: Date;
}

export const EMPTY_LEDGER: Position = {
  seq: 0,
  available: ZERO,
  held: ZERO,
  referral: ZERO,
  shipments: NO_SHIPMENTS,
  spending: NO_SPENDING,
};

/** Returns the sum of the lines of one ledger. It is negative when money left that ledger. */
export const moved = (lines: readonly Line[], ledger: LedgerName): Cents =>
  sumCents(...lines.filter((line) => line.ledger === ledger).map((line) => line.cents));

const balanceAfter = (
  draft: TransferDraft,
  { available, held, referral, shipments, spending }: Position,
  at: Date,
): Balance => ({
  available: sumCents(available, moved(draft.lines, 'available')),
  held: sumCents(held, moved(draft.lines, 'held')),
  referral: sumCents(referral, moved(draft.lines, 'referral')),
  shipments: countAfter(draft, shipments),
  spending: spendingAfter(draft, spending, at),
});

/**
 * Returns whether the draft would take the balance below zero although this is not allowed. It is allowed when the
 * payment gateway or a carrier takes the money.
 */
export function overdraws(draft: TransferDraft, position: Position): boolean {
  const available = sumCents(position.available, moved(draft.lines, 'available'));
  const held = sumCents(position.held, moved(draft.lines, 'held'));
  const takes = moved(draft.lines, 'available') < 0 && !mayOverdraw(draft.kind);
  return held < 0 || (takes && available < 0);
}

/**
 * Gives a draft its position in the ledger. Callers check the draft first, so an error here is a programming error.
 * @throws Error when the draft's lines do not sum to zero, or when the balance would fall below zero
 */
export function post(draft: TransferDraft, accountId: AccountId, position: Position, at: Date): Transfer {
  const total = sumCents(...draft.lines.map((line) => line.cents));
  if (total !== 0) throw new Error(`The lines of ${draft.key} sum to ${total} cents instead of 0.`);
  if (overdraws(draft, position))
    throw new Error(`${draft.key} would leave account ${accountId} below zero.`);
  return { ...draft, accountId, seq: position.seq + 1, after: balanceAfter(draft, position, at), at };
}

export const positionAfter = ({ seq, after }: Transfer): Position => ({ seq, ...after });

/** A rule of the ledger that a stored transfer does not meet. `shipctl ledger verify` uses the same names. */
export type LedgerViolation =
  | 'unbalanced_transfer'
  | 'sequence_gap'
  | 'wrong_balance'
  | 'wrong_shipment_count'
  | 'wrong_spending'
  | 'negative_balance';

export const LEDGER_VIOLATIONS: readonly LedgerViolation[] = [
  'unbalanced_transfer',
  'sequence_gap',
  'wrong_balance',
  'wrong_shipment_count',
  'wrong_spending',
  'negative_balance',
];

/** Returns the rules that a transfer does not meet. `before` is the state before the transfer. */
export function checkTransfer(transfer: Transfer, before: Position): LedgerViolation[] {
  const { lines, seq, after } = transfer;
  const { available, held, referral, shipments, spending } = balanceAfter(transfer, before, transfer.at);
  const broken: Record<LedgerViolation, boolean> = {
    unbalanced_transfer: sumCents(...lines.map(({ cents }) => cents)) !== 0,
    sequence_gap: seq !== before.seq + 1,
    wrong_balance: after.available !== available || after.held !== held || after.referral !== referral,
    wrong_shipment_count: !sameCount(after.shipments, shipments),
    wrong_spending: !sameSpending(after.spending, spending),
    negative_balance: overdraws(transfer, before),
  };
  return LEDGER_VIOLATIONS.filter((rule) => broken[rule]);
}

const sameCount = (a: ShipmentCount, b: ShipmentCount) => a.month === b.month && a.used === b.used;
