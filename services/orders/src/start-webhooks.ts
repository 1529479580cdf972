import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createEgress, type Egress } from '@parcelyard/egress/create-egress';
import type { Bus } from '@parcelyard/events/bus';
import { consumeEvent } from '@parcelyard/events/consume-event';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import { labelPurchased, labelVoided } from '@parcelyard/events/event-type';
import { PoisonedEvent } from '@parcelyard/events/poisoned-event';
import { accountId } from '@parcelyard/service-kit/ids';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';
import { withoutEndSlashes } from '@parcelyard/service-kit/without-end-slashes';
import type { Db } from 'mongodb';
import { createWebhookDeliveryStore } from './adapters/mongo/webhook-delivery-store';
import { createWebhookStore } from './adapters/mongo/webhook-store';
import { createEgressUrlPolicy } from './adapters/webhooks/egress-url-policy';
import { createHttpWebhookSender } from './adapters/webhooks/http-webhook-sender';
import { createWebhookMetrics } from './adapters/webhooks/webhook-metrics';
import { startWebhookWorkers } from './adapters/workers/start-webhook-workers';
import type { OrdersConfig } from './config';
import { toLabel } from './domain/order-label';
import { SECRET_PREFIX } from './domain/webhooks/webhook';
import type { WebhookPorts } from './ports';
import type { OrdersPorts } from './use-cases/orders-ports';
import { type AttemptDeliveryDependencies, attemptDelivery } from './use-cases/webhooks/attempt-delivery';
import { createPurchaseEvent } from './use-cases/webhooks/create-purchase-event';
import { createVoidEvent } from './use-cases/webhooks/create-void-event';
import { DEFERRED_MS } from './use-cases/webhooks/deliver-due';
import { TAKEN_OVER_MS } from './use-cases/webhooks/test-webhook';

export type WebhookConfig = Pick<
  OrdersConfig,
  | 'BASE_URL'
  | 'EGRESS_ALLOW'
  | 'WEBHOOK_KEYS'
  | 'WEBHOOK_FIRST_DELAY_S'
  | 'WEBHOOK_RETRY_UNIT_S'
  | 'WEBHOOK_RETRY_CAP_S'
>;

/** How events are sent. Tests give other values. */
export interface WebhookOutlet {
  egress?: Egress;
  /** Milliseconds for one attempt; 15,000 when absent. */
  timeoutMs?: number;
  /** Longest pause between two checks for due deliveries. */
  maxIdleMs?: number;
  /** How long running attempts may take when the service stops, in milliseconds; 3,000 when absent. */
  drainMs?: number;
  /**
   * Events are sent for at most this many accounts at the same time. If an attempt takes longer than `slowMs`
   * milliseconds, its account is no longer counted.
   */
  turns?: number;
  slowMs?: number;
}

interface Dependencies extends Pick<OrdersPorts, 'clock' | 'logger' | 'failPoint' | 'orders' | 'customers'> {
  config: WebhookConfig;
  db: Db;
  sequences: Sequences;
  bus: Bus;
  deadLetters: DeadLetters;
  outlet?: WebhookOutlet | undefined;
}

const TIMEOUT_MS = 15_000;
/** How long running attempts may go on when the program stops. The program waits longer than this before it ends. */
const DRAIN_MS = 3_000;

/** Starts everything for webhooks: the registration of URLs, and the workers that send events. */
export async function startWebhooks(dependencies: Dependencies) {
  const { config, db, sequences, bus, deadLetters, clock, logger, failPoint, orders, customers, outlet } =
    dependencies;
  const {
    egress = createEgress({ allow: config.EGRESS_ALLOW }),
    timeoutMs = TIMEOUT_MS,
    maxIdleMs,
    turns,
    slowMs,
    drainMs = DRAIN_MS,
  } = outlet ?? {};
  const webhooks = createWebhookStore({
    db,
    sealer: createTextSealer(config.WEBHOOK_KEYS),
    onDue: (at) => workers.wake(at),
  });
  const pace = { unitMs: config.WEBHOOK_RETRY_UNIT_S * 1_000, capMs: config.WEBHOOK_RETRY_CAP_S * 1_000 };
  const firstDelayMs = config.WEBHOOK_FIRST_DELAY_S * 1_000;
  const farthestMs = Math.max(firstDelayMs, pace.capMs, DEFERRED_MS, TAKEN_OVER_MS);
  const deliveries = createWebhookDeliveryStore(db, sequences, farthestMs);
  const { metrics, onAttempt } = createWebhookMetrics();
  const stores = { webhooks, deliveries, clock, failPoint };
  const baseUrl = withoutEndSlashes(config.BASE_URL);

  const absolute = (path: string) => (path.startsWith('/') ? `${baseUrl}${path}` : path);
  const attempting: AttemptDeliveryDependencies = {
    ...stores,
    orders,
    customers,
    onAttempt,
    absolute,
    sender: createHttpWebhookSender({ egress, clock, timeoutMs }),
    pace,
  };

  const ending = new AbortController();
  // Many attempts may listen to this signal, so Node must not warn about their number.
  setMaxListeners(0, ending.signal);
  const workers = startWebhookWorkers({
    ...stores,
    ...attempting,
    onDeferred: ({ accountId: account, deliveryId }, error) =>
      logger.warn({ accountId: account, deliveryId, err: error }, 'webhook delivery deferred'),
    db,
    logger,
    timeoutMs,
    maxIdleMs,
    turns,
    slowMs,
    farthestMs,
    signal: ending.signal,
  });
  const recording = { ...stores, firstDelayMs };
  const consumer = await consumeEvent(bus, {
    durable: 'orders-webhook-events',
    type: labelPurchased,
    handle: async ({ accountId: account, orderId, label }) => {
      if (!label) throw new PoisonedEvent('The event names no label.');
      await createPurchaseEvent(recording, accountId(account), orderId, toLabel(label));
    },
    deadLetters,
    logger,
  });

  const voids = await consumeEvent(bus, {
    durable: 'orders-webhook-voids',
    type: labelVoided,
    handle: async ({ accountId: account, orderId, label }) => {
      if (!label) throw new PoisonedEvent('The event names no label.');
      await createVoidEvent(stores, accountId(account), orderId, toLabel(label));
    },
    deadLetters,
    logger,
  });

  const ports: WebhookPorts = {
    ...stores,
    absolute,
    attempt: (webhook, delivery) => attemptDelivery(attempting, webhook, delivery, ending.signal),
    urls: createEgressUrlPolicy(egress),
    newSecret: () => `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`,
  };
  return {
    ports,
    metrics,
    leased: workers.leased,
    stop: async () => {
      // When an attempt is stopped after its request was sent, the receiver has most likely got the event, and the next
      // attempt sends it again. So running attempts get some time to end.
      const giveUp = () => ending.abort(new Error('The service stops.'));
      const patience = setTimeout(giveUp, drainMs);
      await Promise.all([consumer, voids, workers].map((part) => part.stop()));
      clearTimeout(patience);
      giveUp();
    },
  };
}
