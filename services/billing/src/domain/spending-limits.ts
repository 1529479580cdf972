import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type DaySpending, openReservation, type SpendingChange, spendingDay, spendingIn } from './spending';

/**
 * How far one kind of connection may go. What is absent is off. All count everything that a label costs: postage, also what
 * a carrier bills itself, insurance and fee.
 */
export interface KindLimits {
  readonly perLabel?: Cents | undefined;
  readonly perDay?: Cents | undefined;
  /** A dearer purchase waits for the owner's approval. */
  readonly askAbove?: Cents | undefined;
}

export type SpendingLimits = Readonly<Record<ConnectionKind, KindLimits>>;

export const NO_LIMITS: SpendingLimits = { token: {}, app: {} };

export const isLimited = ({ perLabel, perDay, askAbove }: KindLimits): boolean =>
  perLabel !== undefined || perDay !== undefined || askAbove !== undefined;

/** Who spends, and what for. */
export interface Spending {
  readonly kind: ConnectionKind;
  /** In which the day's limit is reckoned. */
  readonly timeZone: string;
  /** What is bought for: one order, or all of a batch's. */
  readonly orderIds: readonly number[];
  /** Of a batch as a whole, not of a label in one. */
  readonly batch: boolean;
  /** The owner's approval that the caller goes by. */
  readonly approvalId?: string | undefined;
  /** Of a batch's label: the reservation of its batch. */
  readonly reservation?: string | undefined;
  /** Digest of where it ships: the owner's approval is for this destination. */
  readonly destination?: string | undefined;
  /** The label with which a customer sends the order back. */
  readonly forReturn?: true | undefined;
  /** The carrier's service, for the owner to read. */
  readonly method?: string | undefined;
  /** Postage that carriers bill to the account's own numbers: counted, and paid by no balance. */
  readonly carrierBilled?: Cents | undefined;
}

/** What a total is made of. */
export interface Split {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
}

/** A purchase as limits see it. */
export interface Spend extends Spending {
  readonly total: Cents;
  /** Of a batch: its dearest label; of a label: itself. */
  readonly dearest: Cents;
  readonly split: Split;
}

/** A charge as limits see it: with the postage that carriers bill themselves. @param dearest of a batch: its dearest label */
export function countedSpend(spending: Spending, charge: Split & { total: Cents }, dearest?: Cents): Spend {
  const { carrierBilled = ZERO } = spending;
  const { postage, insurance, fee } = charge;
  const total = sumCents(charge.total, carrierBilled);
  const split = { postage: sumCents(postage, carrierBilled), insurance, fee };
  return { ...spending, total, dearest: dearest ?? total, split };
}

/**
 * The change that this spend makes to the day, when the day and the label's own ceiling have room for it. A label of a
 * batch that has reserved for it draws on that, and no limit is asked again.
 * @param kept what another purpose of this kind needs of the day, whose recharge is under way
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

/** Whether the owner has to say yes to it first. */
export const asksAbove = ({ askAbove }: KindLimits, { total }: Spend): boolean =>
  askAbove !== undefined && total > askAbove;
