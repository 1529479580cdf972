import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';

/**
 * claimed: nothing was sent to the gateway. pending: the gateway may or may not have charged, and the purpose can still
 * use the money. settled: it charged, the ledger has it, and it is kept for its purpose. spent: its purpose took what it
 * needed, or cannot any more. declined: the gateway said no. given_up: the gateway may have charged and the purpose
 * cannot use the money any more, so that it is only looked up. withdrawn: for certain nothing was charged.
 * needless: a top-up that the balance covered when it was asked for.
 */
export type RechargeState = keyof typeof RECHARGE_MOVES;

export const RECHARGE_MOVES = {
  claimed: ['pending', 'withdrawn'],
  pending: ['settled', 'declined', 'given_up', 'withdrawn'],
  settled: ['spent'],
  given_up: ['spent', 'declined', 'withdrawn'],
  spent: [],
  declined: [],
  /** A gateway that told of the charge after it had said that there is none: the money counts all the same. */
  withdrawn: ['spent'],
  needless: [],
} as const satisfies Record<string, readonly string[]>;

/** One charge of the payment method, written down before the gateway is asked. */
export interface Recharge {
  /** The gateway's idempotency key; a charge under it happens once, however often it is asked for. */
  readonly reference: string;
  readonly accountId: AccountId;
  /** Its purpose: the purchase that it is for, or the name of a batch's top-up. */
  readonly purchaseId: string;
  /** 1, 2, … within the purchase; a new one only after a decline or a withdrawal. */
  readonly attempt: number;
  readonly amount: Cents;
  readonly paymentMethod: string;
  readonly state: RechargeState;
  readonly createdAt: Date;
  /** When it was last let go to the gateway; absent in `claimed`. */
  readonly sentAt?: Date | undefined;
}

/** @param random so that no reference comes a second time after an older database was restored */
export const rechargeReference = (purchaseId: string, attempt: number, random: string): string =>
  `rch_${purchaseId}_${attempt}-${random}`;

/** The reference without its random part: a purchase has one recharge of each number. */
export const rechargeSlot = (reference: string): string => reference.replace(/(_\d+)-[a-z0-9]+$/, '$1');

/** Takes the place of a purchase's id in the recharge of a top-up; no purchase is named like it. */
export const topUpName = (accountId: AccountId, key: string): string => `top_up:${accountId}:${key}`;

/** @throws Error for a move that the table does not have: a fault of the program */
export function assertRechargeMove(from: RechargeState, to: RechargeState): void {
  const moves: readonly RechargeState[] = RECHARGE_MOVES[from];
  if (!moves.includes(to)) throw new Error(`A recharge cannot go from ${from} to ${to}.`);
}

/** Active recharges of an account come one at a time, and others leave what their purpose needs. */
export const isActive = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'claimed' || state === 'pending' || state === 'settled';

/** Whether somebody has to look after it still. */
export const isUnfinished = (recharge: Pick<Recharge, 'state'>): boolean =>
  isActive(recharge) || recharge.state === 'given_up';

/** Whether the payment method was charged for sure. */
export const wasCharged = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'settled' || state === 'spent';

/** Whether the payment method may have been charged and nobody knows yet. */
export const isInDoubt = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'pending' || state === 'given_up';

/** Where a recharge goes whose purpose is given up; undefined when it is at its end or given up already. */
export function withoutPurpose({ state }: Pick<Recharge, 'state'>): RechargeState | undefined {
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
 * Milliseconds from writing down that a charge is sent until it is not sent any more: a process that stood still in
 * between must not charge for a purpose that was given up meanwhile.
 */
export const SEND_WITHIN_MS = 5_000;

/** Milliseconds that another purchase leaves a claim to its own call, which sends it at once unless it died. */
export const CLAIM_LASTS_MS = 2_000;

/** Whether a gateway that knows of no such charge has had the time to know. */
export const gatewayWouldKnow = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  knowsAfterMs: number,
  now: Date,
): boolean => now.getTime() - (sentAt ?? createdAt).getTime() > SEND_WITHIN_MS + knowsAfterMs;

/** Whether a clock that was wrong has noted when it was sent: nobody knows how long ago that was. */
export const isSentAtUnknown = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  now: Date,
): boolean => (sentAt ?? createdAt) > latestPossible(now, 0);

const SHORTEST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 3_600_000;

/** When an outcome that is not known yet is looked up again: after half the time that it has taken already. */
export function nextLookUp({ sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>, now: Date): Date {
  const half = (now.getTime() - (sentAt ?? createdAt).getTime()) / 2;
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, half)));
}
