import type { Report } from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Customers } from '../adapters/clients/customers-client';
import type { ConnectionStore } from '../adapters/mongo/connection-store';
import type { ImportJobStore } from '../adapters/mongo/import-job-store';
import type { KeyOfferStore } from '../adapters/mongo/key-offer-store';
import type { Ids } from '../adapters/mongo/mongo-ids';
import type { OrderCounters } from '../adapters/mongo/order-counters';
import type { OrderStore } from '../adapters/mongo/order-store';
import type { PrivacyStore } from '../adapters/mongo/privacy-store';
import type { ProductStore } from '../adapters/mongo/product-store';
import type { RevisionCache } from '../adapters/mongo/revision-cache';
import type { SandboxChangeStore } from '../adapters/mongo/sandbox-change-store';
import type { ShopStore } from '../adapters/mongo/shop-store';
import type { DeliveryStore } from '../adapters/mongo/webhook-delivery-store';
import type { WebhookStore } from '../adapters/mongo/webhook-store';
import type { WriteBackStore } from '../adapters/mongo/write-back-store';
import type { InstallStates } from '../adapters/platforms/install-states';
import type { ShopifyApp } from '../adapters/platforms/shopify/shopify-app';
import type { Random } from '../domain/order';
import type { ImportLimits } from '../domain/platforms/import-limits';
import type { SyncSchedule } from '../domain/platforms/sync-schedule';
import type { RetryPace } from '../domain/webhooks/delivery';
import type { Platforms, WebhookSender } from '../ports';

/** The ports of the use cases. Each use case names the ports that it needs. */
export interface OrdersPorts {
  readonly orders: OrderStore;
  readonly connections: ConnectionStore;
  readonly customers: Customers;
  readonly jobs: ImportJobStore;
  readonly platforms: Platforms;
  readonly deliveries: DeliveryStore;
  readonly webhooks: WebhookStore;
  /** Turns a path of this service into a public address. */
  absolute(path: string): string;
  readonly products: ProductStore;
  readonly shops: ShopStore;
  readonly writeBacks: WriteBackStore;
  /** True when stores can send us events. */
  readonly reachable: boolean;
  readonly schedule: SyncSchedule;
  /** Undefined when the deployment has no Shopify app. */
  readonly shopifyApp: ShopifyApp | undefined;
  readonly counters: OrderCounters;
  readonly reports: RevisionCache<Report>;
  /** Milliseconds from the purchase of a label until its event is sent. */
  readonly firstDelayMs: number;
  readonly installStates: InstallStates;
  readonly limits: ImportLimits;
  readonly offers: KeyOfferStore;
  readonly pace: RetryPace;
  readonly privacy: PrivacyStore;
  readonly sandboxChanges: SandboxChangeStore;
  readonly sender: WebhookSender;
  /** The name by which people know this service. */
  readonly serviceName: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failPoint: FailPoint;
  readonly logger: Logger;
  readonly random: Random;
}
