import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customer, CustomerKeys } from './domain/customer';
import type { MailSettings } from './domain/mail-settings';
import type { Message, NextStep, SendOutcome } from './domain/message';

export interface CustomerStore {
  get(accountId: AccountId, customerId: number): Promise<Customer | undefined>;
  findByContactKey(accountId: AccountId, key: string): Promise<Customer | undefined>;
  /** Tells which key another record holds instead of inserting, when one does. */
  insert(customer: Customer, keys: CustomerKeys): Promise<'inserted' | 'contact_taken' | 'email_taken'>;
  /** Ids of the records that hold these keys. */
  findHolders(
    accountId: AccountId,
    keys: readonly CustomerKeys[],
  ): Promise<{ byEmail: Map<string, number>; byContact: Map<string, number> }>;
  /** Inserts what no other record's key refuses; answers the ids that were inserted. */
  insertMany(records: readonly { customer: Customer; keys: CustomerKeys }[]): Promise<Set<number>>;
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
  list(accountId: AccountId, page: { page: number; pageSize: number }): Promise<Message[]>;
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
