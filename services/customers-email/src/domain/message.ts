import type { LabelPrinted } from '@parcelyard/contracts/events';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { BounceKind } from './bounce';
import type { Letter } from './letter';
import type { Person } from './merge-fields';

/**
 * The state of a message. `sending` is written before the first byte is sent. A message found in `sending` was
 * interrupted and may have arrived. It is never sent again, and ends as `unknown`.
 */
export type MessageStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped';

/** The content of the label-printed e-mail. */
export interface LabelPrintedNews
  extends Pick<
    LabelPrinted,
    'orderNumber' | 'recipientName' | 'carrier' | 'method' | 'trackingNumber' | 'trackingUrl'
  > {
  /** The shop's address in one line; empty or absent when the address is unknown. */
  postalAddress?: string | undefined;
}

/** The content of a mail to the owner of an account. */
export type OwnerNews = AddressNews | PaymentNews;

export interface AddressNews {
  about: 'verify_address' | 'address_in_use';
  /** A path on this service. It may be a credential, so it is deleted once the mail is sent. */
  linkPath?: string | undefined;
  expiresAt?: Date | undefined;
}

/** A change to an owner's money, which has happened or will happen. */
export interface PaymentNews {
  about: 'receipt' | 'card_wants_owner' | 'card_expiring' | 'refund' | 'dispute' | 'carrier_adjustment';
  /** Whole cents; below zero when a carrier's adjustment adds to the balance. */
  amount: number;
  /** The card, such as `Visa ending in 4242`; empty when unknown. */
  card: string;
  reference: string;
  /** For a carrier's adjustment: what the carrier billed and measured. */
  measures?: string | undefined;
  at: Date;
  /** A path on this service that does not sign anybody in. */
  linkPath?: string | undefined;
}

/** The mail that asks the reader of an address whether customers' answers may go to this address. */
export interface ReplyToNews {
  /** The e-mail of the owner of the account that asks for the answers. */
  ownerEmail: string;
  /** A path on this service. It is a credential, so it is deleted once the mail is sent. */
  linkPath?: string | undefined;
  expiresAt: Date;
}

/** The content of a message, by its kind. */
type MessageContent =
  | { kind: 'label_printed'; news: LabelPrintedNews }
  | ({ kind: 'customer_email'; letter: Letter; postalAddress: string } & Addressee)
  /** The letter itself is stored with the campaign. */
  | ({ kind: 'campaign'; campaignId: number } & Addressee)
  /** The service sends these two kinds for itself, not for a merchant. */
  | { kind: 'reply_to'; news: ReplyToNews }
  | { kind: 'owner_email'; recipientName: string; news: OwnerNews };

/** The recipient of a letter. */
interface Addressee {
  recipientName: string;
  person: Person;
}

export type Message = Envelope & MessageContent;

interface Envelope {
  accountId: number;
  /** Permanently unique. It identifies the subject and the recipient. */
  messageId: string;
  recipient: string;
  status: MessageStatus;
  /** How many attempts to send the message failed. */
  attempts: number;
  /** The key by which bounce reports identify the message; set with the first try. */
  reportKey?: string | undefined;
  /** The message's slot in the pace of the recipient's domain. */
  slotAt?: Date | undefined;
  createdAt: Date;
  sentAt?: Date | undefined;
}

/** How a try to send a message ended. */
export type SendOutcome =
  | { kind: 'accepted' }
  /** The server refused the message permanently. `bounced` is set when the server refused the recipient. */
  | { kind: 'refused'; detail: string; bounced?: { bounce: BounceKind; status: string } }
  /** Nothing was sent; the message may be tried again. */
  | { kind: 'not_sent'; detail: string }
  /** Nothing was sent, and no other mail can be sent, until the operator repairs the set-up. */
  | { kind: 'misconfigured'; detail: string }
  /** The server may have received the message. */
  | { kind: 'doubtful'; detail: string }
  /** The recipient has unsubscribed, so the message was not sent. */
  | { kind: 'unsubscribed'; detail: string }
  /** An earlier mail bounced because the mailbox does not exist, so nothing was sent. */
  | { kind: 'suppressed'; detail: string };

/**
 * True while the message may be sent in this slot. A slot expires after a few seconds, so that delayed mails are not
 * all sent at once.
 */
export const isSlotValid = (slotAt: Date | undefined, now: Date): boolean =>
  slotAt !== undefined && slotAt <= now && now.getTime() - slotAt.getTime() < SLOT_MS;

export type NextStep =
  | { status: 'sent' | 'failed' | 'unknown' | 'skipped' }
  | { status: 'queued'; retryInMs: number };

/** The number of tries in five days, as mail servers try: an outage may last a whole weekend. */
const MAX_ATTEMPTS = 131;
const SLOT_MS = 5_000;
/** The longest time that a mail waits for its slot, in the pace of its campaign or of its recipient's domain. */
export const LONGEST_WAIT_MS = 12 * 3_600_000;
/** The first pauses are seconds, because a restarted server is often available again after seconds. */
const RETRY_PAUSES = { firstMs: 2_000, maxMs: 3_600_000 };

/** @param attempts how many tries, including this one, sent nothing to the mail server */
export function nextStep(outcome: SendOutcome, attempts: number): NextStep {
  switch (outcome.kind) {
    case 'accepted':
      return { status: 'sent' };
    case 'refused':
      return { status: 'failed' };
    case 'doubtful':
      return { status: 'unknown' };
    case 'unsubscribed':
    case 'suppressed':
      return { status: 'skipped' };
    case 'not_sent':
    case 'misconfigured':
      if (attempts >= MAX_ATTEMPTS) return { status: 'failed' };
      return { status: 'queued', retryInMs: exponentialBackoff(attempts, RETRY_PAUSES) };
  }
}
