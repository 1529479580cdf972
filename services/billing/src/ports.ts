import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import type { AccountStore } from './adapters/mongo/account-store';
import type { AllowanceStore } from './adapters/mongo/allowance-store';
import type { ApprovalStore } from './adapters/mongo/approval-store';
import type { DeclineStore } from './adapters/mongo/decline-store';
import type { IdMarkStore } from './adapters/mongo/id-mark-store';
import type { LedgerStore } from './adapters/mongo/ledger-store';
import type { Notices } from './adapters/mongo/notices';
import type { PurchaseStore } from './adapters/mongo/purchase-store';
import type { RechargeStore } from './adapters/mongo/recharge-store';
import type { ReferralStore } from './adapters/mongo/referral-store';
import type { BillingAccount } from './domain/account';
import type { SavedCard } from './domain/card';
import type { Position, Transfer, TransferDraft } from './domain/ledger';
import type { MoneyKind } from './domain/money-kind';
import type { PlanTable } from './domain/plan';
import type { PurchaseCharge } from './domain/purchase-charge';
import type { Recharge } from './domain/recharge';
import type { PaymentReversal } from './domain/transfers';

/** What the use cases work with. */
export interface BillingPorts {
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly purchases: PurchaseStore;
  readonly recharges: RechargeStore;
  readonly allowance: AllowanceStore;
  readonly approvals: ApprovalStore;
  readonly declines: DeclineStore;
  readonly referrals: ReferralStore;
  readonly idMarks: IdMarkStore;
  readonly notices: Notices;
  readonly gateway: Payments;
  readonly plans: PlanTable;
  readonly money: MoneyKind;
  /** Whether accounts may choose plans that have a price. */
  readonly pricedPlans: boolean;
  /** What a referral earns. */
  readonly referralCredit: Cents;
  readonly clock: Clock;
  readonly backoff: Backoff;
  /** Where all transfers are appended. */
  readonly appendQueue: AppendQueue;
  /** For holds and top-ups that may recharge, so that nothing else waits for a slow recharge. */
  readonly holdMutex: KeyedMutex<AccountId>;
  readonly failPoint: FailPoint;
  /** The part of a recharge's reference that is unique after a restored backup, too. */
  random(): string;
  /** Nobody can guess it. */
  newApprovalId(): string;
  /** Called for each refund or dispute that was booked. */
  onReversalBooked(reversal: PaymentReversal): void;
  onMismatch(error: GatewayMismatch): void;
  /** Has the gateway's refunds and disputes looked at now. */
  reconcileSoon(): Promise<void>;
}

/** What appending needs. */
export type AppendPorts = Pick<
  BillingPorts,
  'ledger' | 'purchases' | 'recharges' | 'accounts' | 'clock' | 'backoff'
>;

/** What drafts look at after a position was read, once for all that are appended together. */
export interface LedgerRound {
  account(): Promise<BillingAccount>;
  activeRecharge(): Promise<Recharge | undefined>;
  purchase(id: string): Promise<PurchaseCharge | undefined>;
  transfer(key: string): Promise<Transfer | undefined>;
}

/** What to append after a position; undefined when the position does not allow it. */
export type DraftAfter = (position: Position) => TransferDraft | undefined;

/** Reads what the draft has to know. Called again for each new position. */
export type Prepare = (round: LedgerRound) => DraftAfter | Promise<DraftAfter>;

export interface AppendQueue {
  /**
   * Appends one transfer, once: when its key exists already, the answer is the transfer that has it, of whatever kind.
   * @returns undefined when there was nothing to append
   * @throws DomainError conflict when the hold was resolved the other way; unavailable when other transfers always came
   * first, or the key belongs to another account
   */
  append(accountId: AccountId, prepare: Prepare): Promise<Transfer | undefined>;
}

export interface ChargeOrder {
  /** Idempotency key: asked again under it, the gateway answers with the first charge's outcome. */
  reference: string;
  accountId: AccountId;
  amount: Cents;
  paymentMethod: string;
}

export type ChargeOutcome =
  | { status: 'succeeded' }
  /**
   * `code`: the bank's own reason, as Stripe names it; absent when no bank was asked. `wantsOwner`: the bank would charge
   * the card once its owner has confirmed it.
   */
  | { status: 'declined'; reason: string; code?: string; wantsOwner?: true };

/** It is not known whether the gateway charged: it has to be asked by reference. */
export class GatewaySilent extends Error {
  constructor(reference: string, options?: ErrorOptions) {
    super(`The payment gateway gave no answer for ${reference}.`, options);
    this.name = 'GatewaySilent';
  }
}

/** The gateway refuses our configuration: key, mode or parameters. Nothing was charged, and the card is not the cause. */
export class GatewayMisconfigured extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMisconfigured';
    this.message = `The payment gateway refuses our set-up at ${reference}: ${detail}`;
  }
}

/** The gateway has another charge under the reference: its outcome must not be used. */
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
  find(charge: Pick<ChargeOrder, 'reference' | 'accountId' | 'amount'>): Promise<ChargeOutcome | undefined>;
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
  /** Refunds and disputes of our charges in their present state: those made since then, or all of them. */
  reversals(since: Date | undefined): AsyncIterable<PaymentReversal>;
}

export interface GatewayJournal {
  /** In the order of references; `accountId` 0 means every account. */
  list(accountId: number, afterReference: string, limit: number): Promise<GatewayCharge[]>;
}

/** A payment gateway with its journal, and with the refunds and disputes that it knows. */
export interface Payments extends PaymentGateway, GatewayJournal, ReversalSource {
  readonly cards: CardDesk;
  readonly events: PaymentEvents;
}

/** The gateway's own pages for cards. Each call throws CardDeskSilent when the gateway does not answer. */
export interface CardDesk {
  /** Origins of those pages, beside our own. */
  readonly pageOrigins: readonly string[];
  /**
   * The gateway's id of the account as a customer; one an account.
   * @param owner `former` is the customer that the gateway has no more
   */
  makeCustomer(owner: { accountId: AccountId; email: string; former?: string | undefined }): Promise<string>;
  /**
   * @returns address of a page where a card is entered; it leads back to `returnUrl?card=added&session=…`; undefined when
   *   there is no such customer
   */
  startSetup(setup: {
    accountId: AccountId;
    customer: string;
    returnUrl: string;
    /** Whether the bank shall ask its owner in any case. */
    askOwner: boolean;
  }): Promise<string | undefined>;
  /** Whose it is and what was entered; without a card while that is not finished, undefined when there is no such one. */
  readSetup(
    sessionId: string,
  ): Promise<
    { accountId: AccountId; customer?: string | undefined; card?: SavedCard | undefined } | undefined
  >;
  /**
   * Makes a card the one that the gateway's pages show as the customer's.
   * @returns false when the gateway has the customer or the card no more
   */
  useCard(customer: string, card: SavedCard): Promise<boolean>;
  /**
   * @returns address of a page where cards are replaced and removed; it leads back to `returnUrl`; undefined when there is
   *   no such customer
   */
  openPortal(customer: string, returnUrl: string): Promise<string | undefined>;
  /** Whose it is and the card that it uses; undefined when there is no such customer. */
  readCustomer(customer: string): Promise<{ accountId: AccountId; card?: SavedCard | undefined } | undefined>;
}

/** The gateway did not answer about cards, or refused: nothing was changed here. */
export class CardDeskSilent extends Error {
  constructor(cause: unknown) {
    super('The payment gateway gave no answer about cards.', { cause });
    this.name = 'CardDeskSilent';
  }
}

/** What an event of the gateway is about; what happened is asked of the gateway itself. */
export type PaymentEvent =
  | { kind: 'setup'; sessionId: string }
  | { kind: 'charge'; reference: string; accountId: number }
  | { kind: 'reversal' }
  | { kind: 'customer'; customer: string }
  | { kind: 'other' };

export interface PaymentEvents {
  /** Whether there is a secret to check signatures with. */
  readonly isConfigured: boolean;
  /** @throws DomainError `unauthenticated` */
  read(body: Uint8Array, signature: string): PaymentEvent;
}

/** A pause before another attempt: longer after each, and random, so that waiting processes do not collide again. */
export type Backoff = (attempt: number) => Promise<void>;
