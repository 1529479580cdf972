import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';

/**
 * `claimed`: not sent to the payment gateway. `pending`: sent, outcome unknown; the purpose can still use the money.
 * `settled`: charged, in the ledger, reserved for the purpose. `spent`: the purpose has used the money or can no longer
 * use it. `declined`: the payment gateway refused. `given_up`: perhaps charged, but the purpose ended, so the charge is
 * only looked up. `withdrawn`: certainly not charged. `needless`: for a batch that the balance already covered.
 */
export type RechargeState = keyof typeof RECHARGE_MOVES;

export const RECHARGE_MOVES = {
  claimed: ['pending', 'withdrawn'],
  pending: ['settled', 'declined', 'given_up', 'withdrawn'],
  settled: ['spent'],
  given_up: ['spent', 'declined', 'withdrawn'],
  spent: [],
  declined: [],
  /**
   * The payment gateway may later report a charge that a look-up did not find. The money then belongs to the account.
   */
  withdrawn: ['spent'],
  needless: [],
} as const satisfies Record<string, readonly string[]>;

/** One charge of the payment method. It is stored before the payment gateway is called. */
export interface Recharge {
  /** The idempotency key for the payment gateway: repeated requests with this key charge once. */
  readonly reference: string;
  readonly accountId: AccountId;
  /** The id of a purchase charge: a purchase's id, or the name of a batch's recharge. */
  readonly purposeId: string;
  /** 1, 2, … per purpose. A new attempt exists only after a decline or a withdrawal. */
  readonly attempt: number;
  readonly amount: Cents;
  readonly paymentMethod: string;
  readonly state: RechargeState;
  readonly createdAt: Date;
  /** When the charge was last sent to the payment gateway; absent in state `claimed`. */
  readonly sentAt?: Date | undefined;
}

/** @param random makes references unique even after an older database was restored */
export const rechargeReference = (purposeId: string, attempt: number, random: string): string =>
  `rch_${purposeId}_${attempt}-${random}`;

/** Returns the reference without its random part: unique per purpose and attempt. */
export const rechargeSlot = (reference: string): string => reference.replace(/(_\d+)-[a-z0-9]+$/, '$1');

/** Returns the purpose of a batch's recharge; no purchase has such an id. */
export const batchRechargeName = (accountId: AccountId, key: string): string =>
  `batch_recharge:${accountId}:${key}`;

/** @throws Error for a move that the table does not allow: a programming error */
export function assertRechargeMove(from: RechargeState, to: RechargeState): void {
  const moves: readonly RechargeState[] = RECHARGE_MOVES[from];
  if (!moves.includes(to)) throw new Error(`A recharge cannot go from ${from} to ${to}.`);
}

/**
 * True while the recharge is active. An account has one active recharge at a time. Other purchases do not use money
 * that the recharge's purpose needs.
 */
export const isActive = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'claimed' || state === 'pending' || state === 'settled';

/** Returns whether the recharge still needs work. */
export const isUnfinished = (recharge: Pick<Recharge, 'state'>): boolean =>
  isActive(recharge) || recharge.state === 'given_up';

/** Returns whether the payment method was certainly charged. */
export const wasCharged = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'settled' || state === 'spent';

/** Returns whether the outcome of the charge is unknown. */
export const isInDoubt = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'pending' || state === 'given_up';

/**
 * Returns the next state when the recharge's purpose is given up. Undefined when the recharge has ended or was given up
 * before.
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
 * Milliseconds after the record of a charge is written in which the charge must be sent. A process that was paused for
 * longer might charge for a purpose that was given up meanwhile.
 */
export const SEND_WITHIN_MS = 5_000;

/**
 * Milliseconds in which other purchases do not change a claim. The call that made the claim sends the charge at once,
 * unless its process crashed.
 */
export const CLAIM_LASTS_MS = 2_000;

/** Returns whether so much time has passed that a charge unknown to the payment gateway certainly does not exist. */
export const gatewayWouldKnow = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  knowsAfterMs: number,
  now: Date,
): boolean => now.getTime() - (sentAt ?? createdAt).getTime() > SEND_WITHIN_MS + knowsAfterMs;

/** Returns whether a wrong clock recorded the sending time. The charge's age is then unknown. */
export const isSentAtUnknown = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  now: Date,
): boolean => (sentAt ?? createdAt) > latestPossible(now, 0);

const SHORTEST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 3_600_000;

/** Returns when to look up an unknown outcome again: after half of the charge's age. */
export function nextLookUp({ sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>, now: Date): Date {
  const halfOfAge = (now.getTime() - (sentAt ?? createdAt).getTime()) / 2;
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, halfOfAge)));
}
