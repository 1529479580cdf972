import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';

/**
 * claimed: not sent to the gateway. pending: sent, outcome unknown, its purpose can still use the money. settled:
 * charged, in the ledger, kept for its purpose. spent: its purpose has taken the money or no longer can. declined: the
 * gateway refused. given_up: maybe charged, but its purpose ended, so it is only looked up. withdrawn: certainly
 * nothing was charged. needless: of a batch that the balance already covered.
 */
export type RechargeState = keyof typeof RECHARGE_MOVES;

export const RECHARGE_MOVES = {
  claimed: ['pending', 'withdrawn'],
  pending: ['settled', 'declined', 'given_up', 'withdrawn'],
  settled: ['spent'],
  given_up: ['spent', 'declined', 'withdrawn'],
  spent: [],
  declined: [],
  /** The gateway reports a charge that it had denied before: the money still counts. */
  withdrawn: ['spent'],
  needless: [],
} as const satisfies Record<string, readonly string[]>;

/** One charge of the payment method, written before the gateway is called. */
export interface Recharge {
  /** The gateway's idempotency key: repeated requests with it charge once. */
  readonly reference: string;
  readonly accountId: AccountId;
  /** Of its purpose, a purchase charge: a purchase's id, or the name of a batch's recharge. */
  readonly purposeId: string;
  /** 1, 2, … for its purpose; a new one only after a decline or withdrawal. */
  readonly attempt: number;
  readonly amount: Cents;
  readonly paymentMethod: string;
  readonly state: RechargeState;
  readonly createdAt: Date;
  /** When it was last sent to the gateway; absent in `claimed`. */
  readonly sentAt?: Date | undefined;
}

/** @param random keeps references unique after an older database was restored */
export const rechargeReference = (purposeId: string, attempt: number, random: string): string =>
  `rch_${purposeId}_${attempt}-${random}`;

/** The reference without its random part: unique per purpose and attempt. */
export const rechargeSlot = (reference: string): string => reference.replace(/(_\d+)-[a-z0-9]+$/, '$1');

/** The purpose of a batch's recharge; no purchase has such an id. */
export const batchRechargeName = (accountId: AccountId, key: string): string =>
  `batch_recharge:${accountId}:${key}`;

/** @throws Error for a move that the table does not allow: a programming error */
export function assertRechargeMove(from: RechargeState, to: RechargeState): void {
  const moves: readonly RechargeState[] = RECHARGE_MOVES[from];
  if (!moves.includes(to)) throw new Error(`A recharge cannot go from ${from} to ${to}.`);
}

/** An account has one active recharge at a time; other purchases leave its purpose the money it needs. */
export const isActive = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'claimed' || state === 'pending' || state === 'settled';

/** Whether it still needs work. */
export const isUnfinished = (recharge: Pick<Recharge, 'state'>): boolean =>
  isActive(recharge) || recharge.state === 'given_up';

/** Whether the payment method was certainly charged. */
export const wasCharged = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'settled' || state === 'spent';

/** Whether the outcome of the charge is unknown. */
export const isInDoubt = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'pending' || state === 'given_up';

/** The next state of a recharge whose purpose is given up; undefined when it has ended or was given up before. */
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
 * A charge must be sent within these milliseconds of its record: a process that was paused longer might charge for a
 * purpose given up meanwhile.
 */
export const SEND_WITHIN_MS = 5_000;

/** Milliseconds in which other purchases do not touch a claim: its own call sends it at once unless it crashed. */
export const CLAIM_LASTS_MS = 2_000;

/** Whether enough time has passed to believe a gateway that does not know the charge. */
export const gatewayWouldKnow = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  knowsAfterMs: number,
  now: Date,
): boolean => now.getTime() - (sentAt ?? createdAt).getTime() > SEND_WITHIN_MS + knowsAfterMs;

/** Whether a wrong clock noted the sending time, so the charge's age is unknown. */
export const isSentAtUnknown = (
  { sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>,
  now: Date,
): boolean => (sentAt ?? createdAt) > latestPossible(now, 0);

const SHORTEST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 3_600_000;

/** When an unknown outcome is looked up again: after half of its age. */
export function nextLookUp({ sentAt, createdAt }: Pick<Recharge, 'sentAt' | 'createdAt'>, now: Date): Date {
  const half = (now.getTime() - (sentAt ?? createdAt).getTime()) / 2;
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, half)));
}
