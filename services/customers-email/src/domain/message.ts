import type { LabelPrinted } from '@parcelyard/contracts/events';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { BounceKind } from './bounce';
import type { Letter } from './letter';
import type { Person } from './merge-fields';

/**
 * The state of a message. A message is set to `sending` before the first byte is sent. If the process then stops,
 * nobody knows whether the mail arrived. A merchant's message then becomes `unknown` and is not sent again. A mail of
 * the service itself is sent again.
 */
export type MessageStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped';

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

/**
 * News about an owner's money or card: a charge, a refund, a dispute, an adjustment, a card that expires soon, or a
 * card whose bank wants the owner to confirm.
 */
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

/** The content of the mail which asks whether customers' answers may be sent to an address. */
export interface ReplyToNews {
  /** The e-mail address of the account's owner, who wants the answers to go to the other address. */
  ownerEmail: string;
  /** A path on this service. It is a credential, so it is deleted once the mail is sent. */
  linkPath?: string | undefined;
  expiresAt: Date;
}

type MessageContent =
  | { kind: 'label_printed'; news: LabelPrintedNews }
  | ({ kind: 'customer_email'; letter: Letter; postalAddress: string } & Addressee)
  /** The letter itself is stored with the campaign. */
  | ({ kind: 'campaign'; campaignId: number } & Addressee)
  /** Mail of the service itself, not of a merchant. */
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
  /** Unique for ever. A second message about the same event to the same recipient would have the same id. */
  messageId: string;
  recipient: string;
  status: MessageStatus;
  /** How many attempts to send the message failed. */
  attempts: number;
  /** The key by which bounce reports identify the message; set with the first try. */
  reportKey?: string | undefined;
  /** When the message may be sent, so that the recipient's domain does not get too many mails a second. */
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
  /** Nothing was sent. The server would refuse every mail until the operator repairs the set-up. */
  | { kind: 'misconfigured'; detail: string }
  /** The server may have received the message. */
  | { kind: 'doubtful'; detail: string }
  /** The recipient has unsubscribed, so the message was not sent. */
  | { kind: 'unsubscribed'; detail: string }
  /** An earlier mail bounced because the mailbox does not exist, so nothing was sent. */
  | { kind: 'suppressed'; detail: string };

/**
 * True during the few seconds in which a message may use its time slot. After that, the message needs a new slot, so
 * that delayed mails are not all sent at once.
 */
export const isSlotValid = (slotAt: Date | undefined, now: Date): boolean =>
  slotAt !== undefined && slotAt <= now && now.getTime() - slotAt.getTime() < SLOT_MS;

export type NextStep =
  | { status: 'sent' | 'failed' | 'unknown' | 'skipped' }
  | { status: 'queued'; retryInMs: number };

/**
 * The most attempts to send a message. With the pauses below, they take about five days, because a mail server may be
 * down for a whole weekend.
 */
const MAX_ATTEMPTS = 131;
const SLOT_MS = 5_000;
/**
 * The longest time that a mail waits for its turn. The mails of one campaign, and the mails to one domain, are limited
 * to a number per second.
 */
export const LONGEST_WAIT_MS = 12 * 3_600_000;
/** The first pauses are short, because a restarted mail server often answers again after seconds. */
const RETRY_PAUSES = { firstMs: 2_000, maxMs: 3_600_000 };

/** @param attempts how many attempts, including this one, have sent nothing */
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
