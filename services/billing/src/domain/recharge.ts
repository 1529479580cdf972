import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';

/**
 * A recharge is made for a purpose: a purchase or a batch.
 * - `claimed`: not yet sent to the payment gateway.
 * - `pending`: sent, and we do not know yet whether the card was charged.
 * - `settled`: charged, and the money is reserved for the purpose.
 * - `spent`: charged, and the money is no longer reserved.
 * - `declined`: the payment gateway refused.
 * - `given_up`: the purpose has ended, and the card may have been charged. The charge is only looked up.
 * - `withdrawn`: not charged.
 * - `needless`: the balance was already enough for the batch.
 */
export type RechargeState = keyof typeof RECHARGE_MOVES;

export const RECHARGE_MOVES = {
  claimed: ['pending', 'withdrawn'],
  pending: ['settled', 'declined', 'given_up', 'withdrawn'],
  settled: ['spent'],
  given_up: ['spent', 'declined', 'withdrawn'],
  spent: [],
  declined: [],
  /** The payment gateway did not find the charge, but may report it later. The account then gets the money. */
  withdrawn: ['spent'],
  needless: [],
} as const satisfies Record<string, readonly string[]>;

/** One charge of the card. It is stored before the payment gateway is called. */
export interface Recharge {
  /** The idempotency key for the payment gateway: repeated requests with this key charge once. */
  readonly reference: string;
  readonly accountId: AccountId;
  /** The purchase's id, or the name of a batch's recharge. */
  readonly purposeId: string;
  /** 1, 2, … for each purchase or batch. A second attempt is made only after a decline, or when nothing was charged. */
  readonly attempt: number;
  readonly amount: Cents;
  readonly paymentMethod: string;
  readonly state: RechargeState;
  readonly createdAt: Date;
  /** When the charge was last sent to the payment gateway. Absent before the first time. */
  readonly sentAt?: Date | undefined;
}

/** @param random keeps references unique even after a restore of an older database */
export const rechargeReference = (purposeId: string, attempt: number, random: string): string =>
  `rch_${purposeId}_${attempt}-${random}`;

/** Returns the reference without its random end. */
export const rechargeSlot = (reference: string): string => reference.replace(/(_\d+)-[a-z0-9]+$/, '$1');

/**
 * Returns the name of a batch's recharge. The name has another form than the id of a purchase, so the two are never
 * equal.
 */
export const batchRechargeName = (accountId: AccountId, key: string): string =>
  `batch_recharge:${accountId}:${key}`;

/** @throws Error for a change of state that the table does not allow, which is a programming error */
export function assertRechargeMove(from: RechargeState, to: RechargeState): void {
  const moves: readonly RechargeState[] = RECHARGE_MOVES[from];
  if (!moves.includes(to)) throw new Error(`A recharge cannot go from ${from} to ${to}.`);
}

/**
 * Returns whether the recharge is active. An account has at most one active recharge. While a recharge is active, the
 * money that its own purchase or batch needs is not available to other purchases.
 */
export const isActive = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'claimed' || state === 'pending' || state === 'settled';

export const isUnfinished = (recharge: Pick<Recharge, 'state'>): boolean =>
  isActive(recharge) || recharge.state === 'given_up';

/** Returns whether it is certain that the card was charged. */
export const wasCharged = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'settled' || state === 'spent';

/** Returns whether it is unknown if the card was charged. */
export const isInDoubt = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'pending' || state === 'given_up';

/**
 * Returns the state that the recharge gets when its purchase or batch is given up. Undefined when the recharge has
 * ended, or was already given up.
 */
export function detachedState({ state }: Pick<Recharge, 'state'>): RechargeState | undefined {
  switch (state) {
    case 'claimed':
      return 'withdrawn';
    case 'pending':
      return 'given_up';
    case 'settled':
      return 'spent';
  }
  return undefined;
}

/**
 * The payment gateway is called within this time after the time of sending was stored, or not at all. After a longer
 * pause of the process, the purchase may have been given up.
 */
export const SEND_WITHIN_MS = 5_000;

/**
 * Normally, a process sends its recharge within this time after it stored the recharge as `claimed`. Until then, other
 * purchases do not touch the recharge. If it is still `claimed` afterwards, its process has crashed or is slow, and
 * another purchase may withdraw it. A slow process can then no longer send it.
 */
export const CLAIM_LASTS_MS = 2_000;

/**
 * Returns whether the charge was sent so long ago that the payment gateway must know it. If the payment gateway does
 * not find the charge after this time, the charge was never made.
 */
export const gatewayWouldKnow = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  knowsAfterMs: number,
  now: Date,
): boolean => now.getTime() - (sentAt ?? createdAt).getTime() > SEND_WITHIN_MS + knowsAfterMs;

/** Returns whether a wrong clock stored the time of sending. It is then unknown how old the charge is. */
export const isSentAtUnknown = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  now: Date,
): boolean => (sentAt ?? createdAt) > latestPossible(now, 0);

const SHORTEST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 3_600_000;

/** Returns when to look up the charge again. The pause is half of the charge's age, so the look-ups become rarer. */
export function nextLookUp({ sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>, now: Date): Date {
  const halfOfAge = (now.getTime() - (sentAt ?? createdAt).getTime()) / 2;
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, halfOfAge)));
}
