import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customer, CustomerKeys } from './domain/customer';
import type { MailSettings } from './domain/mail-settings';
import type { Message, NextStep, SendOutcome } from './domain/message';
import type { Page } from './domain/page';

export interface CustomerPage {
  customers: Customer[];
  total: number;
}

export interface CustomerStore {
  /** By name, A to Z; `query` is in lower case, empty for all. */
  list(accountId: AccountId, query: string, page: Page): Promise<CustomerPage>;
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
}

/** Hands mail over to the outside. */
export interface Mailer {
  /** Never throws; bounded in time. */
  send(mail: Mail): Promise<SendOutcome>;
}

export interface CustomerIds {
  next(): Promise<number>;
}
