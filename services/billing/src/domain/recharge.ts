import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';

/**
 * pending: the gateway may or may not have charged. settled: it charged, the ledger has it, and it is kept for its
 * purchase. spent: its purchase took what it needed, or cannot any more. declined: the gateway said no. withdrawn: never
 * sent, because the balance came to suffice. needless: a top-up that the balance covered when it was asked for.
 */
export type RechargeState = 'pending' | 'settled' | 'spent' | 'declined' | 'withdrawn' | 'needless';

/** One charge of the payment method, written down before the gateway is asked. */
export interface Recharge {
  /** The gateway's idempotency key; a charge under it happens once, however often it is asked for. */
  readonly reference: string;
  readonly accountId: AccountId;
  /** The purchase that it is for, or the name of a batch's top-up. */
  readonly purchaseId: string;
  /** 1, 2, … within the purchase; a new one only after a decline or a withdrawal. */
  readonly attempt: number;
  readonly amount: Cents;
  readonly paymentMethod: string;
  readonly state: RechargeState;
}

/** @param random so that no reference comes a second time after an older database was restored */
export const rechargeReference = (purchaseId: string, attempt: number, random: string): string =>
  `rch_${purchaseId}_${attempt}-${random}`;

/** The reference without its random part, which older ones do not have: a purchase has one recharge of each number. */
export const rechargeSlot = (reference: string): string => reference.replace(/(_\d+)-[a-z0-9]+$/, '$1');

/** Takes the place of a purchase's id in the recharge of a top-up; no purchase is named like it. */
export const topUpName = (accountId: AccountId, key: string): string => `top_up:${accountId}:${key}`;

/** Active recharges of an account come one at a time, and no other purchase holds money while there is one. */
export const isActive = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'pending' || state === 'settled';

/** Whether the payment method was charged for sure. */
export const wasCharged = ({ state }: Pick<Recharge, 'state'>): boolean =>
  state === 'settled' || state === 'spent';
