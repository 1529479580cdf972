import type { PostageAdjustment } from '@parcelyard/contracts/common';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type HeldCharge, type LedgerName, type Line, moved, type TransferDraft } from './ledger';
import type { OpenReservation, SpendingChange } from './spending';

export const holdKey = (purchaseId: string) => `hold:${purchaseId}`;
export const captureKey = (purchaseId: string) => `capture:${purchaseId}`;
export const releaseKey = (purchaseId: string) => `release:${purchaseId}`;
export const refundKey = (purchaseId: string) => `refund:${purchaseId}`;

/** Returns the lines that move an amount between two ledgers; none when the amount is 0. */
function move(from: LedgerName, to: LedgerName, amount: Cents): Line[] {
  if (amount === 0) return [];
  return [
    { ledger: from, cents: cents(-amount) },
    { ledger: to, cents: amount },
  ];
}

/** Returns the lines that take a total from one ledger and divide it among other ledgers. */
function split(from: LedgerName, parts: readonly Line[]): Line[] {
  const given = parts.filter((part) => part.cents !== 0);
  const total = sumCents(...given.map((part) => part.cents));
  return total === 0 ? [] : [{ ledger: from, cents: cents(-total) }, ...given];
}

export const totalOf = ({
  postage,
  insurance,
  fee,
}: Pick<HeldCharge, 'postage' | 'insurance' | 'fee'>): Cents => sumCents(postage, insurance, fee);

/** @param reference the payment gateway's reference of the charge */
export const rechargeTransfer = (reference: string, amount: Cents): TransferDraft => ({
  key: rechargeKey(reference),
  kind: 'recharge',
  lines: move('psp', 'available', amount),
});

export const rechargeKey = (reference: string) => `recharge:${reference}`;

/** A refund or a dispute: money of a charge that went back to the card. */
export interface PaymentReversal {
  /** The payment gateway's id of the refund or dispute. It has no colon. */
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly reference: string;
  readonly accountId: AccountId;
  readonly amount: Cents;
  /** True while the card's owner has the money. False when the refund failed or we won the dispute. */
  readonly taken: boolean;
}

type Reversed = Pick<PaymentReversal, 'id' | 'kind' | 'reference' | 'amount'>;

/** Takes the money of a refund or dispute from the balance, once. */
export const reversalTransfer = ({ id, kind, reference, amount }: Reversed): TransferDraft => ({
  key: `recharge_${kind}:${reference}:${id}`,
  kind: `recharge_${kind}`,
  lines: move('available', 'psp', amount),
});

/** Returns the money to the balance, once, when the refund failed or we won the dispute. */
export const reinstatementTransfer = ({ id, kind, reference, amount }: Reversed): TransferDraft => {
  const what = kind === 'refund' ? 'recharge_refund_failed' : 'recharge_dispute_won';
  return { key: `${what}:${reference}:${id}`, kind: what, lines: move('psp', 'available', amount) };
};

/** Adds money by hand, without a card. */
export const creditTransfer = (accountId: AccountId, name: string, amount: Cents): TransferDraft => ({
  key: `credit:${accountId}:${name}`,
  kind: 'credit',
  lines: move('operator', 'available', amount),
});

interface ReferralRedemption {
  /**
   * All referral credit that was used before. This amount is part of the transfer's key, so that the same credit is not
   * used twice.
   */
  redeemedBefore: Cents;
  amount: Cents;
}

export const referralTransfer = (
  accountId: AccountId,
  { redeemedBefore, amount }: ReferralRedemption,
): TransferDraft => ({
  key: `referral:${accountId}:${redeemedBefore}:${amount}`,
  kind: 'referral_credit',
  lines: move('referral', 'available', amount),
});

/** What the transfer adds to the day's spending, and the approval that it uses. */
export interface CountedSpending {
  readonly spending: SpendingChange;
  readonly approval?: string;
}

export const holdTransfer = (
  charge: Omit<HeldCharge, 'spending'>,
  counted: CountedSpending,
): TransferDraft => ({
  key: holdKey(charge.purchaseId),
  kind: 'hold',
  lines: move('available', 'held', totalOf(charge)),
  charge: { ...charge, spending: counted.spending },
  ...counted,
});

/** @param insured false when the label got no insurance; then the premium is returned */
export const captureTransfer = (charge: HeldCharge, insured = true): TransferDraft => ({
  key: captureKey(charge.purchaseId),
  kind: 'capture',
  resolves: holdKey(charge.purchaseId),
  lines: split('held', [
    { ledger: 'carrier_payable', cents: charge.postage },
    { ledger: insured ? 'insurance' : 'available', cents: charge.insurance },
    { ledger: 'fees', cents: charge.fee },
  ]),
  ...(!insured && givenBack(charge, charge.insurance)),
});

/** Returns the reserved money to the balance, and subtracts the shipment from the month's count. */
export const releaseTransfer = (charge: HeldCharge): TransferDraft => ({
  key: releaseKey(charge.purchaseId),
  kind: 'release',
  resolves: holdKey(charge.purchaseId),
  lines: move('held', 'available', totalOf(charge)),
  month: charge.month,
  ...givenBack(charge, totalOf(charge), charge.spending.carrierBilled),
});

/**
 * Subtracts from the day's spending the part of a hold that is not charged. For a label of a batch, this part goes back
 * to the batch's reservation.
 * @param carrierBilled the part that the carrier would have billed, if the label had been bought
 */
function givenBack(
  { spending }: HeldCharge,
  amount: Cents,
  carrierBilled: Cents = ZERO,
): Pick<TransferDraft, 'spending'> {
  const back = sumCents(amount, carrierBilled);
  if (back === 0) return {};
  const { carrierBilled: _, ...counted } = spending;
  const billed = carrierBilled > 0 ? { carrierBilled: cents(-carrierBilled) } : {};
  return { spending: { ...counted, cents: cents(-back), ...billed } };
}

/**
 * Returns a transfer that prevents a later hold of a purchase that was given up. It moves no money, but has the hold's
 * key. A key is used only once, so the hold can no longer be made.
 */
export const barrierTransfer = (purchaseId: string): TransferDraft => ({
  key: holdKey(purchaseId),
  kind: 'release',
  resolves: holdKey(purchaseId),
  lines: [],
});

/** Returns a voided label's postage and insurance. The fee is not returned. */
export const refundTransfer = (charge: HeldCharge, insurance = charge.insurance): TransferDraft => {
  const { purchaseId, postage } = charge;
  const back = sumCents(postage, insurance);
  return {
    key: refundKey(purchaseId),
    kind: 'refund',
    lines: [
      { ledger: 'carrier_payable', cents: cents(-postage) },
      { ledger: 'insurance', cents: cents(-insurance) },
      { ledger: 'available', cents: back },
    ].filter((line): line is Line => line.cents !== 0),
  };
};

/** @param revision 1 for the carrier's first report of this adjustment, 2 for the next report … */
export const adjustmentKey = (purchaseId: string, adjustmentId: string, revision: number): string =>
  `carrier_adjustment:${purchaseId}:${adjustmentId}${revision > 1 ? `:${revision}` : ''}`;

/**
 * Moves the difference between a carrier's new report and its earlier reports. A report without a difference is stored,
 * too, so that an older report that arrives late is recognised and moves no money.
 * @param earlier transfers of the same adjustment, in order
 * @returns undefined when the ledger already has this report, or a later one
 */
export function adjustmentTransfer(
  purchaseId: string,
  adjustment: PostageAdjustment,
  earlier: readonly Pick<TransferDraft, 'lines' | 'adjustment'>[],
): TransferDraft | undefined {
  if (earlier.some((one) => (one.adjustment?.reportNumber ?? 0) >= adjustment.reportNumber)) return undefined;
  const booked = sumCents(...earlier.map(({ lines }) => moved(lines, 'carrier_payable')));
  return {
    key: adjustmentKey(purchaseId, adjustment.adjustmentId, earlier.length + 1),
    kind: 'carrier_adjustment',
    lines: move('available', 'carrier_payable', cents(adjustment.cents - booked)),
    adjustment,
  };
}

/** @param name the name of the batch, unique within the account */
export const reservationKey = (accountId: AccountId, name: string) => `reservation:${accountId}:${name}`;

/** Adds a batch's total to the day's spending. No money moves. */
export const reservationTransfer = (key: string, { spending, approval }: CountedSpending): TransferDraft => ({
  key,
  kind: 'reservation',
  lines: [],
  spending: { ...spending, reservation: key },
  ...(approval === undefined ? {} : { approval }),
});

/**
 * Subtracts the unused part of a reservation from the day's spending. If the reservation does not exist yet, the
 * transfer gets the key that the reservation would get. Each key is used once, so the reservation can then never be
 * made.
 * @param open the reservation as it is now; undefined when it has already ended, and the ledger refuses this transfer
 */
export function reservationEndTransfer(
  key: string,
  made: boolean,
  open: OpenReservation | undefined,
): TransferDraft {
  const end = { kind: 'reservation_end', resolves: key, lines: [] } as const;
  if (!made) return { ...end, key };
  const name = key.slice(key.indexOf(':'));
  if (!open) return { ...end, key: `reservation_end${name}` };
  const { day, kind, left } = open;
  const spending: SpendingChange = { day, kind, cents: cents(-left), reservation: key };
  return { ...end, key: `reservation_end${name}`, spending };
}
