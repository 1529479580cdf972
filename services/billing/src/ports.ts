import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from './domain/account';
import type { AllowanceEntry, AllowancePosition } from './domain/allowance';
import type { MonthKey } from './domain/billing-month';
import type { Position, Transfer } from './domain/ledger';
import type { Purchase } from './domain/purchase';
import type { Recharge, RechargeState } from './domain/recharge';
import type { Referral } from './domain/referral';
import type { PaymentReversal } from './domain/transfers';

export interface Ledger {
  /** The end of the account's ledger. */
  position(accountId: AccountId): Promise<Position>;
  find(accountId: AccountId, key: string): Promise<Transfer | undefined>;
  /** The capture or release that ended a hold. */
  findResolution(accountId: AccountId, holdKey: string): Promise<Transfer | undefined>;
  /** The last transfer that redeemed referral credit. */
  lastRedemption(accountId: AccountId): Promise<Transfer | undefined>;
  /** False when its key, its place or its hold is taken already; nothing is saved then. */
  insert(transfer: Transfer): Promise<boolean>;
  /** The transfers from this place downwards, newest first. */
  listDown(accountId: AccountId, seq: number, limit: number): Promise<Transfer[]>;
  /** In the order of account and place; `accountId` 0 means every account. */
  list(accountId: number, after: { accountId: number; seq: number }, limit: number): Promise<Transfer[]>;
}

export interface Accounts {
  /** Defaults when nothing was ever set. */
  find(accountId: AccountId): Promise<BillingAccount>;
  /** Does not move the start of a plan that the account is on already. */
  setPlan(accountId: AccountId, plan: string, now: Date): Promise<void>;
  set(accountId: AccountId, settings: { autoRecharge?: Cents; paymentMethod?: string }): Promise<void>;
  /** Once for each name. */
  addReferralCredit(accountId: AccountId, name: string, amount: Cents): Promise<void>;
  /** Referral credit earned so far, redeemed or not; the ledger knows what was redeemed of it. */
  referralEarned(accountId: AccountId): Promise<Cents>;
}

export interface Purchases {
  find(accountId: AccountId, id: string): Promise<Purchase | undefined>;
  /** False when there is one with this id. */
  insert(purchase: Purchase, now: Date): Promise<boolean>;
  /** Moves a refused one to what is given; false when it is not refused any more. */
  replaceRefused(purchase: Purchase): Promise<boolean>;
  /** From open. */
  refuse(accountId: AccountId, id: string): Promise<void>;
  /**
   * Writes down that a recharge for it is sent; false when it is not open, and then nothing may be charged for it. This
   * and `giveUp` are updates of one document, so that each sees the other whatever the order of arrival.
   */
  letCharge(accountId: AccountId, id: string, reference: string): Promise<boolean>;
  /**
   * To released from wherever it stands; one that does not exist is barred from ever being opened. undefined when it
   * is another account's.
   */
  giveUp(accountId: AccountId, id: string, now: Date): Promise<Purchase | undefined>;
}

/** Marketing e-mails counted against the plan's monthly allowance. */
export interface Allowance {
  /** The end of the account's entries. */
  position(accountId: AccountId): Promise<AllowancePosition>;
  find(accountId: AccountId, id: string): Promise<AllowanceEntry | undefined>;
  /** False when its id or its place is taken already; nothing is saved then. */
  insert(entry: AllowanceEntry): Promise<boolean>;
}

export interface Usage {
  /** Shipments counted in a month. */
  shipments(accountId: AccountId, month: MonthKey): Promise<number>;
  /** Counts one shipment unless `limit` are counted (null: no limit), once for each purchase; false at the limit. */
  claimSlot(
    accountId: AccountId,
    month: MonthKey,
    purchaseId: string,
    limit: number | null,
  ): Promise<boolean>;
  /** Counts a claimed slot off again; no effect on one that was given back or kept. */
  giveSlotBack(accountId: AccountId, month: MonthKey, purchaseId: string): Promise<void>;
  /** Makes a claimed slot final. */
  keepSlot(accountId: AccountId, month: MonthKey, purchaseId: string): Promise<void>;
}

export interface Referrals {
  /** No effect when the account was referred already. */
  insert(referral: Referral): Promise<void>;
  /** How this account joined, while that has earned nothing yet. */
  findJoined(referredAccountId: AccountId): Promise<Referral | undefined>;
  /** From joined. */
  credit(referral: Referral, credit: Cents): Promise<void>;
  /** Newest first. */
  list(accountId: AccountId, limit: number): Promise<Referral[]>;
}

export interface Recharges {
  /** The purchase's latest. */
  findLatest(accountId: AccountId, purchaseId: string): Promise<Recharge | undefined>;
  /** The account's active one; there is one at most. */
  findActive(accountId: AccountId): Promise<Recharge | undefined>;
  /** The account's given-up ones, whose outcome is not known. */
  listGivenUp(accountId: AccountId): Promise<Recharge[]>;
  /** Of which of these references the outcome is not known, in whatever accounts: for the operator's proof. */
  pendingAmong(references: readonly string[]): Promise<ReadonlySet<string>>;
  /** False when the account has an active one, or the reference is taken. */
  insert(recharge: Recharge): Promise<boolean>;
  /** To pending, sent now; undefined when it moved on or was sent again since it was read. */
  send(recharge: Recharge, now: Date): Promise<Recharge | undefined>;
  /** False when it is not in `from` any more. */
  move(recharge: Recharge, from: RechargeState, to: RechargeState, now: Date): Promise<boolean>;
  /** Ends one that charged nothing for certain; false when it moved on or was sent again since it was read. */
  withdraw(recharge: Recharge): Promise<boolean>;
  /** Has it looked after again then. No effect when it moved on or was sent again since it was read. */
  defer(recharge: Recharge, until: Date): Promise<void>;
}

export interface ChargeOrder {
  /** Idempotency key: asked again under it, the gateway answers with the first charge's outcome. */
  reference: string;
  accountId: AccountId;
  amount: Cents;
  paymentMethod: string;
}

export type ChargeOutcome = { status: 'succeeded' } | { status: 'declined'; reason: string };

/** Nobody knows whether the gateway charged: ask it by reference. */
export class GatewaySilent extends Error {
  constructor(reference: string, options?: ErrorOptions) {
    super(`The payment gateway gave no answer for ${reference}.`, options);
    this.name = 'GatewaySilent';
  }
}

/** The gateway refuses our own set-up: key, mode or parameters. Nothing was charged by this, and no card is at fault. */
export class GatewayMisconfigured extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMisconfigured';
    this.message = `The payment gateway refuses our set-up at ${reference}: ${detail}`;
  }
}

/** What stands under the reference is another charge: it is not believed, and nobody may go on by it. */
export class GatewayMismatch extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMismatch';
    this.message = `The payment gateway has another charge under ${reference}: ${detail}`;
  }
}

export interface PaymentGateway {
  /** Whether it could charge such a payment method. */
  accepts(paymentMethod: string): boolean;
  /** Payment methods, for the sentence that refuses another. */
  readonly accepted: string;
  /** Milliseconds after sending a charge in which not finding it does not mean yet that there is none. */
  readonly knowsAfterMs: number;
  /** @throws GatewaySilent */
  charge(order: ChargeOrder): Promise<ChargeOutcome>;
  /** @throws GatewaySilent */
  find(asked: Pick<ChargeOrder, 'reference' | 'accountId' | 'amount'>): Promise<ChargeOutcome | undefined>;
}

/** One row of the gateway's own journal. */
export interface GatewayCharge {
  reference: string;
  accountId: AccountId;
  amount: Cents;
  status: ChargeOutcome['status'];
  at: Date;
  reversals: readonly PaymentReversal[];
}

export interface ReversalSource {
  /** Refunds and disputes of our charges as they stand now, made since a day or ever. */
  reversals(since: Date | undefined): AsyncIterable<PaymentReversal>;
}

export interface GatewayJournal {
  /** In the order of references; `accountId` 0 means every account. */
  list(accountId: number, afterReference: string, limit: number): Promise<GatewayCharge[]>;
}

/** A pause before another attempt: longer after each, and different for everyone who waits. */
export type Backoff = (attempt: number) => Promise<void>;
