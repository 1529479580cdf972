import type { Order } from '../../domain/order';
import { boughtLabels, type OrderLabel } from '../../domain/order-label';
import {
  type AttemptOutcome,
  afterAttempt,
  type Delivery,
  type EventType,
} from '../../domain/webhooks/delivery';
import { webhookPayload } from '../../domain/webhooks/payload';
import { signingSecretsAt, type Webhook } from '../../domain/webhooks/webhook';
import { requireOrder } from '../change-order';
import { shipToOf } from '../order-message';
import type { OrdersPorts } from '../orders-ports';
import { createVoidEvent } from './create-void-event';

export interface AttemptDeliveryDependencies
  extends Pick<
    OrdersPorts,
    | 'deliveries'
    | 'webhooks'
    | 'orders'
    | 'customers'
    | 'sender'
    | 'clock'
    | 'failPoint'
    | 'pace'
    | 'absolute'
  > {
  onAttempt(outcome: AttemptOutcome): void;
}

/**
 * Sends an event once. Its body is made from the order at the first attempt and saved, so all attempts send the same
 * bytes. After a crash, the attempt is repeated, even if the event was sent.
 * @returns undefined when there is nothing to send yet
 */
export async function attemptDelivery(
  dependencies: AttemptDeliveryDependencies,
  webhook: Webhook & { url: string },
  delivery: Delivery,
  signal: AbortSignal,
): Promise<AttemptOutcome | undefined> {
  const { deliveries, sender, clock, failPoint, pace, onAttempt } = dependencies;
  const { eventId } = delivery;
  const { body, sentLabel } = delivery.body
    ? { body: delivery.body, sentLabel: delivery.label }
    : await firstBody(dependencies, delivery);
  if (body === undefined) {
    await deliveries.defer(delivery, new Date(clock.now().getTime() + VOID_LOOK_MS));
    return undefined;
  }
  // The attempt is recorded only after this step, so that this step is repeated after a crash.
  if (delivery.attempt === 0 && sentLabel) await createEventOfEarlierVoid(dependencies, delivery, sentLabel);
  failPoint('webhook-rendered');
  const signingSecrets = signingSecretsAt(webhook, clock.now());
  const outcome: AttemptOutcome = webhook.secretIsLost
    ? { kind: 'unsigned', problem: SECRET_LOST, durationMs: 0 }
    : await sender.send({ url: webhook.url, signingSecrets, eventId, body }, signal);
  failPoint('webhook-sent');
  onAttempt(outcome);
  await deliveries.record(delivery, afterAttempt(delivery, outcome, clock.now(), pace));
  return outcome;
}

const SECRET_LOST = 'Not sent: the signing secret can no longer be read and must be rotated.';

/**
 * While a label's void waits for the carrier, the event of the label's purchase is not sent. After this pause, it is
 * checked again whether the carrier has answered.
 */
const VOID_LOOK_MS = 60_000;

/** Saves and returns the body and its label. Both are undefined while the label's void waits for the carrier. */
async function firstBody(
  dependencies: AttemptDeliveryDependencies,
  delivery: Delivery,
): Promise<{ body?: string; sentLabel?: OrderLabel }> {
  const { accountId, orderId, eventId, eventType, label: boughtLabel } = delivery;
  if (orderId === undefined || !boughtLabel || eventType === 'test')
    throw new Error(`Webhook event ${eventId} has no order.`);
  const order = await requireOrder(dependencies.orders, accountId, orderId);
  if (eventType === 'label_printed' && order.label?.pendingVoid) return {};
  const made = await render(dependencies, { order, eventId, eventType, boughtLabel });
  return {
    body: await dependencies.deliveries.keepBody(delivery, made),
    sentLabel: order.label ?? boughtLabel,
  };
}

/**
 * Creates the event of a void that came before the body of the label's event was saved. When the void came, no event
 * was created for it.
 */
async function createEventOfEarlierVoid(
  dependencies: AttemptDeliveryDependencies,
  { accountId, orderId, eventType }: Delivery,
  sentLabel: OrderLabel,
): Promise<void> {
  if (eventType !== 'label_printed' || orderId === undefined) return;
  const labels = boughtLabels(await requireOrder(dependencies.orders, accountId, orderId));
  const isVoided = labels.some(({ purchaseId, voidedAt }) => voidedAt && purchaseId === sentLabel.purchaseId);
  if (isVoided) await createVoidEvent(dependencies, accountId, orderId, sentLabel);
}

interface Rendered {
  readonly order: Order;
  readonly eventId: number;
  readonly eventType: Exclude<EventType, 'test'>;
  readonly boughtLabel: OrderLabel;
}

async function render(
  { customers, absolute }: AttemptDeliveryDependencies,
  { order, eventId, eventType, boughtLabel }: Rendered,
): Promise<string> {
  const shipTo = await shipToOf(customers, order);
  return JSON.stringify(webhookPayload({ order, shipTo, eventId, eventType, boughtLabel, absolute }));
}
