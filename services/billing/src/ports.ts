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
import type { PurchaseChargeStore } from './adapters/mongo/purchase-charge-store';
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

/** The dependencies of the use cases. */
export interface BillingPorts {
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly purchaseCharges: PurchaseChargeStore;
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
  /** The credit for a referral. */
  readonly referralCredit: Cents;
  readonly clock: Clock;
  readonly backoff: Backoff;
  /** Appends all transfers. */
  readonly appendQueue: AppendQueue;
  /** For holds and batches that may recharge, so that a slow recharge blocks nothing else. */
  readonly holdMutex: KeyedMutex<AccountId>;
  readonly failPoint: FailPoint;
  /** The random part of a recharge's reference; unique even after a restored backup. */
  random(): string;
  /** Unguessable. */
  newApprovalId(): string;
  /** Called for each booked refund or dispute. */
  onReversalBooked(reversal: PaymentReversal): void;
  onMismatch(error: GatewayMismatch): void;
  /** Starts the check of refunds and disputes now. */
  reconcileSoon(): Promise<void>;
}

/** The dependencies of appending. */
export type AppendPorts = Pick<
  BillingPorts,
  'ledger' | 'purchaseCharges' | 'recharges' | 'accounts' | 'clock' | 'backoff'
>;

/** Data that drafts need after the position is read; loaded once for all transfers of a command. */
export interface LedgerRound {
  account(): Promise<BillingAccount>;
  activeRecharge(): Promise<Recharge | undefined>;
  purchase(id: string): Promise<PurchaseCharge | undefined>;
  transfer(key: string): Promise<Transfer | undefined>;
}

/** What to append after a position; undefined when the position does not allow it. */
export type DraftAfter = (position: Position) => TransferDraft | undefined;

/** Loads what the draft needs. Called again for each new position. */
export type Prepare = (round: LedgerRound) => DraftAfter | Promise<DraftAfter>;

export interface AppendQueue {
  /**
   * Appends one transfer, once: if its key exists, returns the transfer that has it, of any kind.
   * @returns undefined when there was nothing to append
   * @throws DomainError conflict when the hold was resolved the other way; unavailable when other transfers always came
   * first, or the key belongs to another account
   */
  append(accountId: AccountId, prepare: Prepare): Promise<Transfer | undefined>;
}

export type ChargeOrder = Pick<Recharge, 'reference' | 'accountId' | 'amount' | 'paymentMethod'>;

export type ChargeOutcome =
  | { status: 'succeeded' }
  /**
   * `code`: the bank's reason, as Stripe names it; absent when no bank was asked. `wantsOwner`: the bank needs the
   * owner's confirmation first.
   */
  | { status: 'declined'; reason: string; code?: string; wantsOwner?: true };

/** The gateway may have charged: look the charge up by its reference. */
export class GatewaySilent extends Error {
  constructor(reference: string, options?: ErrorOptions) {
    super(`The payment gateway gave no answer for ${reference}.`, options);
    this.name = 'GatewaySilent';
  }
}

/** The gateway refuses our key, mode or parameters. Nothing was charged, and the card is not the cause. */
export class GatewayMisconfigured extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMisconfigured';
    this.message = `The payment gateway refuses our set-up at ${reference}: ${detail}`;
  }
}

/** The reference belongs to another charge at the gateway: its outcome must not be used. */
export class GatewayMismatch extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMismatch';
    this.message = `The payment gateway has another charge under ${reference}: ${detail}`;
  }
}

export interface PaymentGateway {
  /** Whether the gateway can charge such a payment method. */
  accepts(paymentMethod: string): boolean;
  /** The accepted payment methods, named when another is refused. */
  readonly accepted: string;
  /** Milliseconds after sending in which a charge that is not found may still exist. */
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
  /** Our charges' refunds and disputes in their current state: those made since then, or all. */
  reversals(since: Date | undefined): AsyncIterable<PaymentReversal>;
}

export interface GatewayJournal {
  /** Ordered by reference; `accountId` 0 means every account. */
  list(accountId: number, afterReference: string, limit: number): Promise<GatewayCharge[]>;
}

/** A payment gateway with its journal, refunds and disputes. */
export interface Payments extends PaymentGateway, GatewayJournal, ReversalSource {
  readonly cards: CardDesk;
  readonly events: PaymentEvents;
}

/** The gateway's own pages for cards. Each call throws CardDeskSilent when the gateway does not answer. */
export interface CardDesk {
  /** Origins of those pages, besides our own. */
  readonly pageOrigins: readonly string[];
  /**
   * The gateway's customer id of the account; one per account.
   * @param owner `former` is a customer that the gateway no longer has
   */
  makeCustomer(owner: { accountId: AccountId; email: string; former?: string | undefined }): Promise<string>;
  /**
   * @returns address of a page where a card is entered; it returns to `returnUrl?card=added&session=…`; undefined when
   * the customer does not exist
   */
  startSetup(setup: {
    accountId: AccountId;
    customer: string;
    returnUrl: string;
    /** Whether the bank must always ask the card's owner. */
    askOwner: boolean;
  }): Promise<string | undefined>;
  /** The account and the card of a session; no card until it is finished, undefined when the session does not exist. */
  readSetup(
    sessionId: string,
  ): Promise<
    { accountId: AccountId; customer?: string | undefined; card?: SavedCard | undefined } | undefined
  >;
  /**
   * Makes a card the customer's default on the gateway's pages.
   * @returns false when the gateway no longer has the customer or the card
   */
  useCard(customer: string, card: SavedCard): Promise<boolean>;
  /**
   * @returns address of a page where cards are replaced and removed; it returns to `returnUrl`; undefined when the
   * customer does not exist
   */
  openPortal(customer: string, returnUrl: string): Promise<string | undefined>;
  /** The customer's account and default card; undefined when the customer does not exist. */
  readCustomer(customer: string): Promise<{ accountId: AccountId; card?: SavedCard | undefined } | undefined>;
}

/** The gateway did not answer about cards, or refused; nothing was changed here. */
export class CardDeskSilent extends Error {
  constructor(cause: unknown) {
    super('The payment gateway gave no answer about cards.', { cause });
    this.name = 'CardDeskSilent';
  }
}

/** The object that a gateway's event is about; the facts are read from the gateway. */
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

/** A pause before another attempt: longer each time, and random, so that waiting processes do not collide again. */
export type Backoff = (attempt: number) => Promise<void>;
