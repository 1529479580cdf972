import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { DeliveryStore } from './adapters/mongo/webhook-delivery-store';
import type { WebhookStore } from './adapters/mongo/webhook-store';
import type { Order } from './domain/order';
import type { StoreAccess, SyncWindow, WooCommerceAccess } from './domain/platforms/connection';
import type { PlatformOrder } from './domain/platforms/platform';
import type { PlatformName } from './domain/platforms/platform-name';
import type { ReportedFulfillment } from './domain/platforms/write-back';
import type { AttemptOutcome, Delivery } from './domain/webhooks/delivery';
import type { Webhook } from './domain/webhooks/webhook';

/** An order in the platform's answer that we cannot read. */
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

/** A label about which we tell a store. */
export interface FulfillmentWish {
  /** The store's own id of the order. */
  externalId: string;
  /** Our order. If the store now has another order under this id, nothing is sent. */
  order: Pick<Order, 'date' | 'source'>;
  /** The id of the label's purchase. A store is told once per purchase. */
  purchaseId: string;
  /**
   * `carrier` is this service's code of the carrier. `method` is the name of the carrier's service, as people know it.
   */
  carrier: string;
  method: string;
  trackingNumber: string;
  trackingUrl: string;
  /** WooCommerce: the order's status after the store was told. If empty, the status stays. */
  statusAfter: string;
  /** Whether the store mails its customer when it is told about the label. */
  notifyCustomer: boolean;
}

export interface Platform<A extends StoreAccess = StoreAccess> {
  /**
   * Tests the credentials with a call to the store.
   * @returns the credentials to store, with the store's address in one form
   * @throws DomainError `invalid_argument` naming the field · PlatformRefused · any other error when the store does not
   * answer
   */
  verify(access: A): Promise<A>;
  /**
   * Returns the orders that changed after `since` and until `until`, page by page; the first page has no cursor. Orders
   * that changed shortly before `since` may be returned again, because clocks differ.
   * @throws PlatformRefused when the store would refuse the request again · PlatformBusy · any other error when the
   * request should be repeated
   */
  fetchOrders(
    store: PlatformStore<A>,
    window: Pick<SyncWindow, 'since' | 'until'>,
    cursor: string | undefined,
  ): Promise<PlatformPage>;
  /**
   * Returns one order as it is now; undefined when the store has no such order. A platform whose orders never change
   * does not have this method.
   * @throws the same errors as `fetchOrders`
   */
  fetchOrder?(
    store: PlatformStore<A>,
    externalId: string,
  ): Promise<PlatformOrder | UnreadableOrder | undefined>;
  /**
   * Reports the parcel to the store: all items of the order that were not sent earlier are in this parcel. If the store
   * already shows the tracking number, nothing is sent to the store, so that no label is reported twice.
   * @returns the store's ids for the fulfillment; empty when the order had no unsent items
   * @throws PlatformRefused when the store would refuse the request again · PlatformBusy · any other error when the
   * request should be repeated
   */
  fulfill(store: PlatformStore<A>, wish: FulfillmentWish): Promise<readonly string[]>;
  /**
   * Takes back what `fulfill` reported. Does nothing when the store no longer shows the fulfillment.
   * @throws the same errors as `fulfill`
   */
  withdraw(store: PlatformStore<A>, told: ReportedFulfillment & { externalId: string }): Promise<void>;
  /** How the store reports changes to us. Absent for a platform whose stores cannot report. */
  readonly events?: StoreEvents<A>;
}

/** The webhooks with which a store reports changes to us. */
export interface StoreEvents<A extends StoreAccess = StoreAccess> {
  /** True when we can check that the store itself sent an event. Without this check, anybody could send us events. */
  canTell(access: A): boolean;
  /**
   * Subscribes to the events to which we are not subscribed yet.
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
   * Shows a sentence. The sentence that was shown before disappears.
   * @throws the same errors as `fetchOrders`
   */
  show(access: A, sentence: string): Promise<void>;
  /**
   * Hides the sentence.
   * @param sentence if given, only this sentence is hidden, because another attempt to connect may show its own
   * sentence
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

/**
 * The platform refuses our request, usually because of the credentials, and would refuse it again. The reason completes
 * a sentence for people, such as `it lacks …`.
 */
export class PlatformRefused extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The platform refused access: ${reason}.`, options);
    this.name = 'PlatformRefused';
    this.reason = reason;
  }
}

/** The platform asks us to repeat the request later. */
export class PlatformBusy extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The platform asks for ${retryAfterMs} ms of patience.`);
    this.name = 'PlatformBusy';
    this.retryAfterMs = retryAfterMs;
  }
}

export interface WebhookSender {
  /** Sends the event once, signed with each secret. Rejects only when `signal` fires. */
  send(
    message: { url: string; signingSecrets: readonly string[]; eventId: number; body: string },
    signal: AbortSignal,
  ): Promise<AttemptOutcome>;
}

export interface UrlPolicy {
  /** @throws DomainError `invalid_argument` with field `url` when nothing may be sent there */
  check(url: string): Promise<void>;
}

/** The ports of the use cases for an account's webhook. */
export interface WebhookPorts {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly urls: UrlPolicy;
  readonly clock: Clock;
  newSecret(): string;
  /** Makes one attempt at once, without waiting for the workers. */
  attempt(webhook: Webhook & { url: string }, delivery: Delivery): Promise<unknown>;
  absolute(path: string): string;
}
