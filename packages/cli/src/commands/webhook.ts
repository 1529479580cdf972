import type { WebhookDelivery } from '@parcelyard/contracts/orders';
import type { Command } from '../command';

const EVERY_ACCOUNT = 0;
const MAX_ROWS = 500;

export const webhookList: Command = {
  usage: 'webhook list [--account ID]',
  summary: 'Lists the last 500 deliveries of webhooks, newest first.',
  parameters: {
    '--account': 'Id of the account; all accounts when absent.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const accountId = args.id('account') ?? EVERY_ACCOUNT;
    const { deliveries } = await services.orders.inspectWebhookDeliveries({ accountId, limit: MAX_ROWS });
    return { deliveries: deliveries.map(toRow) };
  },
};

export const webhookReplay: Command = {
  usage: 'webhook replay DELIVERY_ID',
  summary: 'Sends a delivery of a webhook again.',
  parameters: {
    DELIVERY_ID: 'Id that webhook list shows as delivery_id.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const deliveryId = args.positionalId(0, 'DELIVERY_ID');
    return toRow(await services.orders.replayAnyWebhookDelivery({ accountId: EVERY_ACCOUNT, deliveryId }));
  },
};

/** @see [REST-W15] */
const toRow = (delivery: WebhookDelivery) => ({
  delivery_id: delivery.deliveryId,
  event_id: delivery.eventId,
  account_id: delivery.accountId,
  event_type: delivery.eventType,
  order_id: delivery.orderId ?? null,
  attempt: delivery.attempt,
  status: delivery.status,
  response_code: delivery.responseCode ?? null,
  duration_ms: delivery.durationMs ?? null,
  next_attempt_at: delivery.nextAttemptAt ?? null,
  last_error: delivery.lastError ?? null,
  created_at: delivery.createdAt,
});
