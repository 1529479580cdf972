import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type DaySpending, openReservation, type SpendingChange, spendingDay, spendingIn } from './spending';

/**
 * The limits of one connection kind (access token or apps). An absent limit is off. Limits count the full cost of a
 * label, including postage that a carrier bills to the account directly.
 */
export interface KindLimits {
  readonly perLabel?: Cents | undefined;
  readonly perDay?: Cents | undefined;
  /** A purchase above this amount needs the owner's approval. */
  readonly askAbove?: Cents | undefined;
}

export const LIMITS = ['perLabel', 'perDay', 'askAbove'] as const satisfies readonly (keyof KindLimits)[];

export type SpendingLimits = Readonly<Record<ConnectionKind, KindLimits>>;

export const NO_LIMITS: SpendingLimits = { token: {}, app: {} };

export const isLimited = ({ perLabel, perDay, askAbove }: KindLimits): boolean =>
  perLabel !== undefined || perDay !== undefined || askAbove !== undefined;

/** Who spends (the access token or an app), and on what. */
export interface Spending {
  readonly kind: ConnectionKind;
  /** For the limit per day, a day begins at midnight in this time zone. */
  readonly timeZone: string;
  /** The orders of the purchase: one order, or all orders of a batch. */
  readonly orderIds: readonly number[];
  /** True for a batch, false for each of its labels. */
  readonly batch: boolean;
  readonly approvalId?: string | undefined;
  /** True when the signed-in owner buys. The owner is then not asked for approval. */
  readonly approvedByOwner?: true | undefined;
  /** True when the carrier has already sold the label. Then no limit refuses it, but it counts in the limits. */
  readonly alreadySold?: true | undefined;
  /** For a label of a batch: the batch's reservation. */
  readonly reservation?: string | undefined;
  /** Hash of the destination. The owner's approval is valid only for this destination. */
  readonly destination?: string | undefined;
  readonly forReturn?: true | undefined;
  readonly method?: string | undefined;
  /**
   * Postage that a carrier bills to the account's own carrier number. It counts as spending but is not taken from the
   * balance.
   */
  readonly carrierBilled?: Cents | undefined;
}

export interface Split {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
}

/** A purchase with the amounts that the spending limits count. */
export interface Spend extends Spending {
  readonly total: Cents;
  /** The most expensive label of a batch. For a single label, its own cost. */
  readonly dearest: Cents;
  readonly split: Split;
}

/**
 * Returns what a charge adds to the day's spending, including postage that carriers bill directly.
 * @param dearest cost of the most expensive label of a batch
 */
export function countedSpend(spending: Spending, charge: Split & { total: Cents }, dearest?: Cents): Spend {
  const { carrierBilled = ZERO } = spending;
  const { postage, insurance, fee } = charge;
  const total = sumCents(charge.total, carrierBilled);
  const split = { postage: sumCents(postage, carrierBilled), insurance, fee };
  return { ...spending, total, dearest: dearest ?? total, split };
}

/**
 * Returns what a purchase adds to the day's spending, or the error when it is above the limit per label or per day. A
 * label of a batch uses the batch's reservation and is not checked, if what is left of the reservation is enough.
 * @param kept the part of the day's limit that another purchase needs while its recharge is running
 */
export function spendWithin(
  limits: KindLimits,
  spend: Spend,
  spending: DaySpending,
  now: Date,
  kept: Cents = ZERO,
): SpendingChange | DomainError {
  const { kind, timeZone, total, dearest, batch, carrierBilled } = spend;
  const billed = carrierBilled ? { carrierBilled } : {};
  const count = spendingIn(spending, spendingDay(now, timeZone), now);
  const drawn = drawnOn(spend, spending);
  if (drawn) return { day: drawn.day, kind: drawn.kind, cents: total, reservation: drawn.key, ...billed };
  const { perLabel, perDay } = limits;
  if (perLabel !== undefined && dearest > perLabel) {
    return new DomainError('resource_exhausted', 'label_limit_passed', { limitCents: perLabel, batch });
  }
  const spent = sumCents(count[kind], kept);
  if (perDay !== undefined && sumCents(spent, total) > perDay) {
    const leftCents = leftOf(perDay, spent);
    return new DomainError('resource_exhausted', 'day_limit_passed', {
      limitCents: perDay,
      leftCents,
      batch,
    });
  }
  return { day: count.day, kind, cents: total, ...billed };
}

/** Returns the batch's reservation if its remaining amount is enough for the label. */
export function drawnOn({ reservation, total }: Spend, spending: DaySpending) {
  const open = openReservation(spending, reservation);
  return open && open.left >= total ? open : undefined;
}

const leftOf = (perDay: Cents, spent: Cents): Cents => cents(Math.max(0, perDay - spent));

export const asksAbove = ({ askAbove }: KindLimits, { total, approvedByOwner }: Spend): boolean =>
  askAbove !== undefined && total > askAbove && !approvedByOwner;
