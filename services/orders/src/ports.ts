import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PlatformConnection, StoreAccess, SyncWindow } from './domain/platforms/connection';
import type { ImportError, ImportJob, ImportJobStatus } from './domain/platforms/import-job';
import type { PlatformName, PlatformOrder } from './domain/platforms/platform';
import type { DayFigures } from './domain/report-figures';
import type { AttemptOutcome, AttemptResult, Delivery } from './domain/webhooks/delivery';
import type { Webhook, WebhookTurn } from './domain/webhooks/webhook';

export interface ReportDays {
  /** Figures of the days that have some, from the first to the last day asked for. */
  read(accountId: number, span: { from: string; to: string }): Promise<DayFigures>;
  /** Counts every day anew from the orders; answers how many days have figures. */
  rebuild(accountId: number): Promise<number>;
}

/** An order of which the platform answered something that is no order we can take. */
export interface UnreadableOrder {
  externalId: string;
  problem: string;
}

export interface PlatformPage {
  orders: readonly (PlatformOrder | UnreadableOrder)[];
  /** Absent on the last page. */
  nextCursor?: string | undefined;
  /** What the store sent for it. */
  bytes: number;
}

/** One sales platform. */
export interface Platform<A extends StoreAccess = StoreAccess> {
  /**
   * Tries the access by a call to the store.
   * @returns the access as it is to be kept, with the store's address spelled the one way
   * @throws DomainError `invalid_argument` naming the field · PlatformRefused · anything else when nothing answers
   */
  verify(access: A): Promise<A>;
  /**
   * The orders that changed after `since` and up to `until`, page by page; the first without a cursor. Orders from
   * shortly before `since` may come again, for clocks differ.
   * @throws PlatformRefused when asking again cannot help · PlatformBusy · anything else may be asked again
   */
  fetchOrders(
    store: { accountId: AccountId; access: A },
    window: Pick<SyncWindow, 'since' | 'until'>,
    cursor: string | undefined,
  ): Promise<PlatformPage>;
}

export type Platforms = { readonly [P in PlatformName]: Platform<Extract<StoreAccess, { platform: P }>> };

/** The platform does not let us in with what we have. The reason is a clause for people: `it lacks …`. */
export class PlatformRefused extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The platform refused the access: ${reason}.`, options);
    this.name = 'PlatformRefused';
    this.reason = reason;
  }
}

/** The platform asks us to come again later: no failure, and nothing is wrong with the access. */
export class PlatformBusy extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The platform asks for ${retryAfterMs} ms of patience.`);
    this.name = 'PlatformBusy';
    this.retryAfterMs = retryAfterMs;
  }
}

export interface ConnectionStore {
  list(accountId: AccountId): Promise<PlatformConnection[]>;
  /** The opened access; undefined when the store is not connected, or sealed under a key that is gone. */
  openAccess(accountId: AccountId, platform: PlatformName): Promise<StoreAccess | undefined>;
  /** Connects, or renews what is connected; undefined when another store of the platform is. */
  connect(
    connection: Pick<PlatformConnection, 'accountId' | 'storeName' | 'connectedAt'>,
    access: StoreAccess,
  ): Promise<PlatformConnection | undefined>;
  /** Remembers what the job has fetched; a job older than the last one changes nothing. */
  noteSynced(job: ImportJob, at: Date): Promise<void>;
  noteRefused(job: ImportJob): Promise<void>;
}

export interface ImportJobStore {
  /** Undefined when a job of the store has not ended. */
  queue(
    job: Pick<ImportJob, 'accountId' | 'platform' | 'storeName' | 'window' | 'createdAt'>,
  ): Promise<ImportJob | undefined>;
  findActive(accountId: AccountId, platform: PlatformName): Promise<ImportJob | undefined>;
  find(accountId: AccountId, id: number): Promise<ImportJob | undefined>;
  findLatest(accountId: AccountId, platform: PlatformName): Promise<ImportJob | undefined>;
  /** @throws LeaseLostError */
  begin(job: ImportJob): Promise<ImportJob>;
  /** Counts, errors and where the next page begins, in one update. @throws LeaseLostError */
  savePage(job: ImportJob, page: SavedPage): Promise<ImportJob>;
  /** Leaves the job to the next process. */
  defer(job: ImportJob): Promise<void>;
  /** Gives the job back until the pause is over, and counts that the store asked for it. */
  deferForStore(job: ImportJob, pauseMs: number): Promise<void>;
  /** @throws LeaseLostError */
  finish(job: ImportJob, status: ImportJobStatus, error?: ImportError): Promise<void>;
}

export type SavedPage = Pick<ImportJob, 'counts' | 'errors' | 'cursor' | 'fetchedAll' | 'pages' | 'bytes'>;

/** Registrations, and by them whose deliveries are due. */
export interface WebhookStore {
  find(accountId: AccountId): Promise<Webhook | undefined>;
  /** Sets the URL and nothing else. */
  register(accountId: AccountId, url: string, at: Date): Promise<void>;
  /** The secret that the account has, or this one. */
  keepSecret(accountId: AccountId, fresh: string): Promise<string>;
  /** Takes the URL away and keeps the secret. */
  remove(accountId: AccountId, at: Date): Promise<void>;
  /** The account's turn comes at that moment at the latest. Call it after the delivery was written. */
  schedule(accountId: AccountId, at: Date): Promise<void>;
  /**
   * Ends a turn; the next one is due at `next`. When a delivery became due during the turn nothing is changed, and
   * the new dispatch version is returned: read what is due once more.
   */
  finish(
    turn: WebhookTurn,
    end: { next: Date | undefined; failing: boolean },
  ): Promise<{ dispatchVersion: number } | undefined>;
}

export interface DeliveryStore {
  /** The order's delivery: this one, or the one that is there already. */
  create(
    delivery: Pick<Delivery, 'accountId' | 'orderId' | 'label' | 'dueAt' | 'createdAt'>,
  ): Promise<Delivery>;
  /** Keeps what is sent and answers it; what another replica kept before wins. */
  keepBody(delivery: Delivery, body: string): Promise<string>;
  /** Does nothing when another replica has recorded this attempt. */
  record(delivery: Delivery, result: AttemptResult): Promise<void>;
  /** Due at that moment instead, with the attempts that it has. */
  defer(delivery: Delivery, until: Date): Promise<void>;
  /** Oldest first. */
  listDue(accountId: AccountId, now: Date, limit: number): Promise<Delivery[]>;
  nextDueAt(accountId: AccountId): Promise<Date | undefined>;
  /** Fails all that wait. */
  giveUpAll(accountId: AccountId, reason: string): Promise<void>;
  find(wanted: DeliveryRef): Promise<Delivery | undefined>;
  /** Newest first. */
  list(wish: { accountId?: AccountId | undefined; before?: number; limit: number }): Promise<Delivery[]>;
  /** Due at once: with all attempts before it when it had ended, with those it has left otherwise. */
  replay(delivery: Delivery, at: Date): Promise<Delivery | undefined>;
}

export interface DeliveryRef {
  deliveryId: number;
  /** Absent: whosever it is. */
  accountId?: AccountId | undefined;
}

export interface WebhookSender {
  /** One attempt. Rejects only when `signal` fires, with its reason. */
  send(
    message: { url: string; signingSecret?: string | undefined; eventId: number; body: string },
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
  /** Lets the workers look at once for what is due. */
  wake(): void;
}
