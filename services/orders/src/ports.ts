import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { DeliveryStore } from './adapters/mongo/webhook-delivery-store';
import type { WebhookStore } from './adapters/mongo/webhook-store';
import type { StoreAccess, SyncWindow, WooCommerceAccess } from './domain/platforms/connection';
import type { PlatformOrder } from './domain/platforms/platform';
import type { PlatformName } from './domain/platforms/platform-name';
import type { ReportedFulfillment } from './domain/platforms/write-back';
import type { AttemptOutcome, Delivery } from './domain/webhooks/delivery';
import type { Webhook } from './domain/webhooks/webhook';

/** An order from the platform that we cannot read. */
export interface UnreadableOrder {
  externalId: string;
  problem: string;
}

export interface PlatformPage {
  orders: readonly (PlatformOrder | UnreadableOrder)[];
  /** Absent on the last page. */
  nextCursor?: string | undefined;
  /** How many bytes the store sent for the page. */
  bytes: number;
}

export interface PlatformStore<A extends StoreAccess = StoreAccess> {
  accountId: AccountId;
  access: A;
}

/** A label that a store is to be notified about. */
export interface FulfillmentWish {
  /** The store's own id of the order. */
  externalId: string;
  /** When the order was placed. A store where another order has this id is not notified. */
  placedAt: Date;
  /** The label's purchase. A store is notified once per purchase. */
  purchaseId: string;
  /** Our code of the carrier, and its service as people read it. */
  carrier: string;
  method: string;
  trackingNumber: string;
  trackingUrl: string;
  /** WooCommerce: the order's status after the notification; empty: the status stays. */
  statusAfter: string;
  /** Whether the store mails its customer about the fulfillment. */
  notifyCustomer: boolean;
}

/** The adapter of one sales platform. */
export interface Platform<A extends StoreAccess = StoreAccess> {
  /**
   * Tests the access with a call to the store.
   * @returns the access to be stored, with the store's address in one form
   * @throws DomainError `invalid_argument` naming the field · PlatformRefused · any other error when the store does not
   *   answer
   */
  verify(access: A): Promise<A>;
  /**
   * Returns the orders that changed after `since`, up to `until`, page by page; the first page has no cursor. Orders
   * from shortly before `since` may come again, because clocks differ.
   * @throws PlatformRefused when a repeated request cannot help · PlatformBusy · after any other error, repeat the
   * request
   */
  fetchOrders(
    store: PlatformStore<A>,
    window: Pick<SyncWindow, 'since' | 'until'>,
    cursor: string | undefined,
  ): Promise<PlatformPage>;
  /**
   * Returns one order as it is now; undefined when there is none. Absent for a platform where orders never change.
   * @throws the same errors as `fetchOrders`
   */
  fetchOrder?(
    store: PlatformStore<A>,
    externalId: string,
  ): Promise<PlatformOrder | UnreadableOrder | undefined>;
  /**
   * Marks the open part of an order as fulfilled. First searches the store for fulfillments with the tracking number.
   * If there are any, returns these, so no label is reported twice.
   * @returns the store's ids for the fulfillment; none when nothing was open
   * @throws PlatformRefused when a repeated request cannot help · PlatformBusy · after any other error, repeat the
   * request
   */
  fulfill(store: PlatformStore<A>, wish: FulfillmentWish): Promise<readonly string[]>;
  /**
   * Withdraws our fulfillment. Does nothing when the fulfillment no longer exists.
   * @throws the same errors as `fulfill`
   */
  withdraw(store: PlatformStore<A>, told: ReportedFulfillment & { externalId: string }): Promise<void>;
  /** How the store reports changes to us. Absent for a platform whose stores cannot report. */
  readonly events?: StoreEvents<A>;
}

/** The webhooks with which a store reports changes to us. */
export interface StoreEvents<A extends StoreAccess = StoreAccess> {
  /** Returns whether real events of the store can be distinguished from forged events. */
  canTell(access: A): boolean;
  /**
   * Subscribes to every event that is missing; a repeated call adds nothing.
   * @throws the same errors as `fetchOrders`
   */
  subscribe(access: A): Promise<void>;
  /**
   * Removes all subscriptions.
   * @throws the same errors as `fetchOrders`
   */
  unsubscribe(access: A): Promise<void>;
}

/** Shows a sentence that only the people who run a store can read. */
export interface StoreCodes<A extends StoreAccess> {
  /**
   * Shows a sentence in place of the sentence shown before.
   * @throws the same errors as `fetchOrders`
   */
  show(access: A, sentence: string): Promise<void>;
  /**
   * Hides the sentence.
   * @param sentence only this sentence is hidden, because another try may show its own
   * @throws the same errors as `fetchOrders`
   */
  hide(access: A, sentence?: string): Promise<void>;
}

export interface WooCommercePlatform extends Platform<WooCommerceAccess> {
  readonly codes: StoreCodes<WooCommerceAccess>;
}

export type Platforms = { readonly [P in PlatformName]: Platform<Extract<StoreAccess, { platform: P }>> } & {
  readonly woocommerce: WooCommercePlatform;
};

/** The platform refuses our access. The reason is a clause for people: `it lacks …`. */
export class PlatformRefused extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The platform refused the access: ${reason}.`, options);
    this.name = 'PlatformRefused';
    this.reason = reason;
  }
}

/** The platform asks us to send the request later. This is not a failure, and the access is valid. */
export class PlatformBusy extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The platform asks for ${retryAfterMs} ms of patience.`);
    this.name = 'PlatformBusy';
    this.retryAfterMs = retryAfterMs;
  }
}

export interface WebhookSender {
  /**
   * Makes one attempt, with a signature by each secret. Rejects only when `signal` fires; the error is then the
   * signal's reason.
   */
  send(
    message: { url: string; signingSecrets: readonly string[]; eventId: number; body: string },
    signal: AbortSignal,
  ): Promise<AttemptOutcome>;
}

export interface UrlPolicy {
  /** @throws DomainError `invalid_argument` with field `url` when nothing may be sent there */
  check(url: string): Promise<void>;
}

/** What the webhook's calls need. */
export interface WebhookPorts {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly urls: UrlPolicy;
  readonly clock: Clock;
  newSecret(): string;
  /** Makes one attempt that does not use the turns of the workers. */
  attempt(webhook: Webhook & { url: string }, delivery: Delivery): Promise<unknown>;
  absolute(path: string): string;
}
