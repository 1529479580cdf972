import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Customers } from '../../adapters/clients/customers-client';
import type { OrderStore } from '../../adapters/mongo/order-store';
import type { DeliveryStore } from '../../adapters/mongo/webhook-delivery-store';
import {
  type AttemptOutcome,
  afterAttempt,
  type Delivery,
  type RetryPace,
} from '../../domain/webhooks/delivery';
import { webhookPayload } from '../../domain/webhooks/payload';
import { signingSecretsAt, type Webhook } from '../../domain/webhooks/webhook';
import type { WebhookSender } from '../../ports';
import { requireOrder } from '../change-order';
import { shipToOf } from '../order-message';

export interface AttemptDeliveryDependencies {
  deliveries: DeliveryStore;
  orders: OrderStore;
  customers: Customers;
  sender: WebhookSender;
  clock: Clock;
  failPoint: FailPoint;
  pace: RetryPace;
  absolute(path: string): string;
  /** Told of each attempt. */
  onAttempt(outcome: AttemptOutcome): void;
}

/**
 * One attempt at a delivery. What is sent is made from the order at the first attempt and kept before it is sent, so
 * that retries send the same bytes. A crash after sending makes the attempt again: at least once.
 */
export async function attemptDelivery(
  dependencies: AttemptDeliveryDependencies,
  webhook: Webhook & { url: string },
  delivery: Delivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { deliveries, sender, clock, failPoint, pace, onAttempt } = dependencies;
  const { eventId } = delivery;
  const body = delivery.body ?? (await deliveries.keepBody(delivery, await render(dependencies, delivery)));
  failPoint('webhook-rendered');
  const signingSecrets = signingSecretsAt(webhook, clock.now());
  const outcome = await sender.send({ url: webhook.url, signingSecrets, eventId, body }, signal);
  failPoint('webhook-sent');
  onAttempt(outcome);
  await deliveries.record(delivery, afterAttempt(delivery, outcome, clock.now(), pace));
  return outcome;
}

async function render(
  { orders, customers, absolute }: AttemptDeliveryDependencies,
  { accountId, orderId, eventId, label: boughtLabel }: Delivery,
): Promise<string> {
  if (orderId === undefined || !boughtLabel)
    throw new Error(`Webhook event ${eventId} has no order to tell of.`);
  const order = await requireOrder(orders, accountId, orderId);
  const shipTo = await shipToOf(customers, order);
  return JSON.stringify(webhookPayload({ order, shipTo, eventId, boughtLabel, absolute }));
}
