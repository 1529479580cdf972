import type { LimitCheck } from '@parcelyard/contracts/billing';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Page } from '@parcelyard/service-kit/page';
import type { Campaign, CampaignCounts, Recipient, Segment } from './domain/campaign';
import type { Customer, CustomerKeys } from './domain/customer';
import type { MailSettings } from './domain/mail-settings';
import type { Message, NextStep, SendOutcome } from './domain/message';

export interface CustomerPage {
  customers: Customer[];
  total: number;
}

export interface Audience {
  recipients: Recipient[];
  excluded: number;
}

export interface CustomerStore {
  /** By name, A to Z; `query` and `mailbox` are in lower case, and an empty query is everybody's. */
  list(
    accountId: AccountId,
    wanted: { query: string; mailbox?: string | undefined },
    page: Page,
  ): Promise<CustomerPage>;
  /** Who ordered, but not since; longest ago first. */
  listLapsed(accountId: AccountId, since: Date, page: Page): Promise<CustomerPage>;
  get(accountId: AccountId, customerId: number): Promise<Customer | undefined>;
  findByEmailKey(accountId: AccountId, key: string): Promise<Customer | undefined>;
  findByContactKey(accountId: AccountId, key: string): Promise<Customer | undefined>;
  /** Tells which key another record holds instead of inserting, when one does. */
  insert(customer: Customer, keys: CustomerKeys): Promise<'inserted' | 'contact_taken' | 'email_taken'>;
  /**
   * Turns the record as read into the changed one, which claims the contact key if it is free. Undefined when somebody
   * else changed it first, and nothing was done.
   */
  update(read: Customer, changed: Customer, contactKey: string | undefined): Promise<Customer | undefined>;
  /**
   * The addresses of a segment, each once, of records that existed at that moment; and how many addresses were left out
   * because one of their records wants no marketing e-mail.
   */
  findRecipients(accountId: AccountId, segment: Segment, at: Date): Promise<Audience>;
  /** Notes at every record of the address that it wants no more. */
  unsubscribe(accountId: AccountId, address: string): Promise<void>;
  /** Ids of the records that hold these keys. */
  findHolders(
    accountId: AccountId,
    keys: readonly CustomerKeys[],
  ): Promise<{ byEmail: Map<string, number>; byContact: Map<string, number> }>;
  /** Inserts what no other record's key refuses; answers the ids that were inserted. */
  insertMany(records: readonly { customer: Customer; keys: CustomerKeys }[]): Promise<Set<number>>;
}

export interface CountedOrder {
  accountId: AccountId;
  orderId: number;
  customerId: number;
  date: Date;
}

/** Which orders a customer has placed. */
export interface CustomerOrders {
  /** Counts the order at its customer, once. */
  count(order: CountedOrder): Promise<void>;
}

export interface MailSettingsStore {
  get(accountId: AccountId): Promise<MailSettings>;
  update(accountId: AccountId, changes: Partial<MailSettings>): Promise<MailSettings>;
}

/** The right to finish one message, until its lease ends. */
export interface MessageLease {
  fence: number;
}

export interface MessageStore {
  /** Queues it; a message id that exists is left as it is. */
  queue(message: Message): Promise<void>;
  /** The same for many of one account, each from its own time on. */
  queueMany(messages: readonly { message: Message; dueAt: Date }[]): Promise<void>;
  get(accountId: AccountId, messageId: string): Promise<Message | undefined>;
  countCampaign(accountId: AccountId, campaignId: number): Promise<CampaignCounts>;
  /** From queued to sending; false when it was not queued, or the lease is over. */
  startSending(message: Message, lease: MessageLease): Promise<boolean>;
  /** Ends the try; only under the lease that began it. */
  finish(message: Message, lease: MessageLease, step: NextStep, detail: string): Promise<void>;
  /** Newest first. */
  list(accountId: AccountId, page: Page): Promise<Message[]>;
}

export interface Mail {
  /** Globally unique, without angle brackets. */
  messageId: string;
  senderName: string;
  recipient: { name: string; address: string };
  /** When it was written. */
  date: Date;
  subject: string;
  text: string;
  html: string;
  /** Where a reader, or his mail program by one POST (RFC 8058), ends such mail. Marketing mail only. */
  unsubscribeUrl?: string;
}

/** Hands mail over to the outside. */
export interface Mailer {
  /** Never throws; bounded in time. */
  send(mail: Mail): Promise<SendOutcome>;
}

/** Ids of letters and campaigns. */
export interface SendingIds {
  next(): Promise<number>;
}

export interface CustomerIds {
  next(): Promise<number>;
}

export interface CampaignStore {
  get(accountId: AccountId, campaignId: number): Promise<Campaign | undefined>;
  /** False when that campaign has begun already. */
  begin(campaign: Campaign): Promise<boolean>;
  /** Ends the preparation. */
  settle(campaign: Campaign, status: 'sending' | 'failed'): Promise<void>;
  /** Takes one back that nothing was sent for. */
  abandon(campaign: Campaign): Promise<void>;
}

/** Which sending has these words for these people. */
export interface SendingClaims {
  /** The id of the sending that holds the key: the given one, or an earlier one until its time is over. */
  claim(
    accountId: AccountId,
    key: string,
    wanted: { sendingId: number; now: Date; until: Date },
  ): Promise<number>;
  /** The id of the sending that holds the key now. */
  holder(accountId: AccountId, key: string, now: Date): Promise<number | undefined>;
}

/** Addresses, in lower case, that want no marketing e-mail of an account. */
export interface Suppressions {
  has(accountId: AccountId, address: string): Promise<boolean>;
  /** Those of these addresses that are on the list. */
  among(accountId: AccountId, addresses: readonly string[]): Promise<Set<string>>;
  add(accountId: AccountId, address: string, at: Date): Promise<void>;
}

/** The people who own accounts. */
export interface Owners {
  /** Whether the owner proved to read the mail of the account's own address. */
  isVerified(accountId: AccountId): Promise<boolean>;
}

/** The month's allowance of marketing e-mails. */
export interface Allowance {
  check(accountId: AccountId, count: number): Promise<LimitCheck>;
  /** Takes them off, once a key. @throws DomainError as billing's ClaimMarketingEmails */
  claim(accountId: AccountId, key: string, count: number): Promise<void>;
}

interface Subscriber {
  accountId: AccountId;
  /** In lower case. */
  address: string;
}

/** Links that end marketing e-mail; the link is the credential. */
export interface UnsubscribeLinks {
  seal(subscriber: Subscriber): string;
  /** Undefined when it is no link of ours. */
  open(token: string): Subscriber | undefined;
}
