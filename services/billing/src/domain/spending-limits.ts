import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type DaySpending, openReservation, type SpendingChange, spendingDay, spendingIn } from './spending';

/**
 * The limits of one connection kind; an absent limit is off. All limits count a label's full cost: postage, also when
 * billed by the carrier, insurance and fee.
 */
export interface KindLimits {
  readonly perLabel?: Cents | undefined;
  readonly perDay?: Cents | undefined;
  /** A purchase above this waits for the owner's approval. */
  readonly askAbove?: Cents | undefined;
}

export type SpendingLimits = Readonly<Record<ConnectionKind, KindLimits>>;

export const NO_LIMITS: SpendingLimits = { token: {}, app: {} };

export const isLimited = ({ perLabel, perDay, askAbove }: KindLimits): boolean =>
  perLabel !== undefined || perDay !== undefined || askAbove !== undefined;

/** Who spends, and for what. */
export interface Spending {
  readonly kind: ConnectionKind;
  /** The zone of the day's limit. */
  readonly timeZone: string;
  /** The orders bought for: one, or all of a batch. */
  readonly orderIds: readonly number[];
  /** For a whole batch, not for one of its labels. */
  readonly batch: boolean;
  /** The owner's approval that the caller names. */
  readonly approvalId?: string | undefined;
  /** For a batch's label: the reservation of its batch. */
  readonly reservation?: string | undefined;
  /** Digest of the destination: the owner's approval is valid only for it. */
  readonly destination?: string | undefined;
  /** For a return label. */
  readonly forReturn?: true | undefined;
  /** The carrier's service, shown to the owner. */
  readonly method?: string | undefined;
  /** Postage that carriers bill to the account's own numbers: counted, but not paid from the balance. */
  readonly carrierBilled?: Cents | undefined;
}

/** The parts of a total. */
export interface Split {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
}

/** The purchase as the limits count it. */
export interface Spend extends Spending {
  readonly total: Cents;
  /** For a batch its dearest label; for a label its own total. */
  readonly dearest: Cents;
  readonly split: Split;
}

/**
 * A charge as the limits count it: includes the postage that carriers bill themselves. @param dearest the dearest label
 * of a batch
 */
export function countedSpend(spending: Spending, charge: Split & { total: Cents }, dearest?: Cents): Spend {
  const { carrierBilled = ZERO } = spending;
  const { postage, insurance, fee } = charge;
  const total = sumCents(charge.total, carrierBilled);
  const split = { postage: sumCents(postage, carrierBilled), insurance, fee };
  return { ...spending, total, dearest: dearest ?? total, split };
}

/**
 * The change to the day's spending, if the day and the label limit allow it. A label with a reservation draws on that
 * instead, without limits.
 * @param kept the day's amount that another purchase of this kind needs while its recharge is under way
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

/** The open reservation that covers a label. */
export function drawnOn({ reservation, total }: Spend, spending: DaySpending) {
  const open = openReservation(spending, reservation);
  return open && open.left >= total ? open : undefined;
}

const leftOf = (perDay: Cents, spent: Cents): Cents => cents(Math.max(0, perDay - spent));

/** Whether it needs the owner's approval. */
export const asksAbove = ({ askAbove }: KindLimits, { total }: Spend): boolean =>
  askAbove !== undefined && total > askAbove;
