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
  readonly pricedPlans: boolean;
  readonly referralCredit: Cents;
  readonly clock: Clock;
  readonly backoff: Backoff;
  /** The only way to append transfers. */
  readonly appendQueue: AppendQueue;
  /**
   * Calls of one account that may recharge the card must not run at the same time. This mutex runs them one after the
   * other.
   */
  readonly holdMutex: KeyedMutex<AccountId>;
  readonly failPoint: FailPoint;
  /**
   * Returns the random end of a recharge's reference. With it, references stay unique even after a restore of a backup.
   */
  random(): string;
  /** Returns a random id that nobody can guess. */
  newApprovalId(): string;
  /** Called for each refund or dispute that was written to the ledger. */
  onReversalBooked(reversal: PaymentReversal): void;
  onMismatch(error: GatewayMismatch): void;
  /** Starts the check of refunds and disputes now. */
  reconcileSoon(): Promise<void>;
}

export type AppendPorts = Pick<
  BillingPorts,
  'ledger' | 'purchaseCharges' | 'recharges' | 'accounts' | 'clock' | 'backoff'
>;

/**
 * Reads the data that are needed to make the transfers of one command. The data are read after the ledger's position,
 * and only once for all transfers of the command.
 */
export interface LedgerRound {
  account(): Promise<BillingAccount>;
  activeRecharge(): Promise<Recharge | undefined>;
  purchase(id: string): Promise<PurchaseCharge | undefined>;
  transfer(key: string): Promise<Transfer | undefined>;
}

/** Makes the transfer for a position of the ledger. Returns undefined when the position does not allow it. */
export type DraftAfter = (position: Position) => TransferDraft | undefined;

/** Reads what the transfer needs. Called again for each new position. */
export type Prepare = (round: LedgerRound) => DraftAfter | Promise<DraftAfter>;

export interface AppendQueue {
  /**
   * Appends one transfer, once. If a transfer with the same key exists, returns it, whatever its kind is.
   * @returns undefined when no transfer is needed
   * @throws DomainError conflict when the hold was released instead of captured, or captured instead of released;
   * unavailable when transfers of other processes took every position that was tried, or when the key belongs to
   * another account
   */
  append(accountId: AccountId, prepare: Prepare): Promise<Transfer | undefined>;
}

export type ChargeOrder = Pick<Recharge, 'reference' | 'accountId' | 'amount' | 'paymentMethod'>;

export type ChargeOutcome =
  | { status: 'succeeded' }
  /**
   * `code`: the bank's reason, as Stripe names it; absent when the request did not reach the bank. `wantsOwner`: the
   * bank wants the owner to confirm first.
   */
  | { status: 'declined'; reason: string; code?: string; wantsOwner?: true };

/** No answer came. The card may have been charged: look up the charge by its reference. */
export class GatewaySilent extends Error {
  constructor(reference: string, options?: ErrorOptions) {
    super(`The payment gateway gave no answer for ${reference}.`, options);
    this.name = 'GatewaySilent';
  }
}

/** The payment gateway refuses our key or our parameters. Nothing was charged, and the card is not the reason. */
export class GatewayMisconfigured extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMisconfigured';
    this.message = `The payment gateway refuses our configuration at ${reference}: ${detail}`;
  }
}

/** The payment gateway has another charge with this reference. The outcome of that charge says nothing about ours. */
export class GatewayMismatch extends GatewaySilent {
  constructor(reference: string, detail: string, options?: ErrorOptions) {
    super(reference, options);
    this.name = 'GatewayMismatch';
    this.message = `The payment gateway has another charge under ${reference}: ${detail}`;
  }
}

export interface PaymentGateway {
  accepts(paymentMethod: string): boolean;
  /** Names the accepted payment methods in an error message. */
  readonly accepted: string;
  /** For this many milliseconds after a charge was sent, a lookup may miss the charge. */
  readonly knowsAfterMs: number;
  /** The smallest amount that can be charged. */
  readonly leastCharge: Cents;
  /** @throws GatewaySilent */
  charge(order: ChargeOrder): Promise<ChargeOutcome>;
  /** @throws GatewaySilent */
  find(charge: Pick<ChargeOrder, 'reference' | 'accountId' | 'amount'>): Promise<ChargeOutcome | undefined>;
}

/** A charge in the payment gateway's own records. */
export interface GatewayCharge {
  reference: string;
  accountId: AccountId;
  amount: Cents;
  status: ChargeOutcome['status'];
  at: Date;
  reversals: readonly PaymentReversal[];
}

export interface ReversalSource {
  /** Reads the refunds and disputes of our charges as they are now. Without a time, reads all. */
  reversals(since: Date | undefined): AsyncIterable<PaymentReversal>;
}

export interface GatewayJournal {
  /**
   * Lists charges by reference. `accountId` 0 means every account. Charges with one reference are on one page, which may
   * then have more than `limit`.
   */
  list(accountId: number, afterReference: string, limit: number): Promise<GatewayCharge[]>;
}

export interface Payments extends PaymentGateway, GatewayJournal, ReversalSource {
  readonly cards: CardDesk;
  readonly events: PaymentEvents;
}

/** The payment gateway's pages for cards. Each call throws CardDeskSilent when the payment gateway does not answer. */
export interface CardDesk {
  /** Origins of the payment gateway's card pages. */
  readonly pageOrigins: readonly string[];
  /**
   * Creates or finds the account's customer at the payment gateway. An account has one customer.
   * @param owner `former` is a customer that the payment gateway no longer has
   */
  makeCustomer(owner: { accountId: AccountId; email: string; former?: string | undefined }): Promise<string>;
  /**
   * @returns the address of a page where a card is entered; undefined when the customer does not exist. The page
   * returns to `returnUrl?card=added&session=…`.
   */
  startSetup(setup: {
    accountId: AccountId;
    customer: string;
    returnUrl: string;
    askOwner: boolean;
  }): Promise<string | undefined>;
  /**
   * Returns the account and the card of a session. There is no card while the owner has not finished. Returns undefined
   * when the session does not exist.
   */
  readSetup(
    sessionId: string,
  ): Promise<
    { accountId: AccountId; customer?: string | undefined; card?: SavedCard | undefined } | undefined
  >;
  /**
   * Makes a card the customer's default at the payment gateway.
   * @returns false when the payment gateway no longer has the customer or the card
   */
  useCard(customer: string, card: SavedCard): Promise<boolean>;
  /**
   * @returns the address of a page where cards are replaced and removed; undefined when the customer does not exist.
   * The page returns to `returnUrl`.
   */
  openPortal(customer: string, returnUrl: string): Promise<string | undefined>;
  /** Returns the customer's account and default card; undefined when the customer does not exist. */
  readCustomer(customer: string): Promise<{ accountId: AccountId; card?: SavedCard | undefined } | undefined>;
}

/** The payment gateway did not answer a request about cards, or refused it. Nothing has changed in this service. */
export class CardDeskSilent extends Error {
  constructor(cause: unknown) {
    super('The payment gateway gave no answer about cards.', { cause });
    this.name = 'CardDeskSilent';
  }
}

/**
 * Which object has changed, as an event of the payment gateway reports. Billing then reads this object from the payment
 * gateway.
 */
export type PaymentEvent =
  | { kind: 'setup'; sessionId: string }
  | { kind: 'charge'; reference: string; accountId: number }
  | { kind: 'reversal' }
  | { kind: 'customer'; customer: string }
  | { kind: 'other' };

export interface PaymentEvents {
  readonly isConfigured: boolean;
  /** @throws DomainError `unauthenticated` */
  read(body: Uint8Array, signature: string): PaymentEvent;
}

/**
 * Pauses before another attempt. The pause grows with each attempt and has a random part, so that waiting processes do
 * not collide again.
 */
export type Backoff = (attempt: number) => Promise<void>;
