import type {
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookDeliveryRef,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import type { Delivery } from '../../domain/webhooks/delivery';
import type { WebhookPorts } from '../../ports';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Returns rows of the delivery log, newest first; operators may also list all accounts at once. */
export async function listWebhookDeliveries(
  { deliveries }: WebhookPorts,
  { accountId: account, limit, beforeDeliveryId: before }: ListWebhookDeliveriesRequest,
  whose: AccountFilter,
): Promise<ListWebhookDeliveriesResponse> {
  const found = await deliveries.list({
    accountId: whose(account),
    limit: Math.min(MAX_LIMIT, limit > 0 ? limit : DEFAULT_LIMIT),
    ...(before === undefined ? {} : { before }),
  });
  return { deliveries: found.map(deliveryMessage) };
}

/**
 * Sends a delivery again: the same event with the same bytes.
 * @throws DomainError `not_found` · `failed_precondition` without a URL to send it to
 */
export async function replayWebhookDelivery(
  ports: WebhookPorts,
  ref: WebhookDeliveryRef,
  whose: AccountFilter,
): Promise<WebhookDelivery> {
  const { webhooks, deliveries, clock } = ports;
  const { accountId: account, deliveryId } = ref;
  const found = await deliveries.find({ deliveryId, accountId: whose(account) });
  if (!found) throw notFound(deliveryId);
  if ((await webhooks.find(found.accountId))?.url === undefined) {
    throw new DomainError('failed_precondition', 'no_webhook_url', {});
  }
  const now = clock.now();
  const replayed = await deliveries.replay(found, now);
  // Another call or an attempt has changed the delivery meanwhile.
  if (!replayed) return replayWebhookDelivery(ports, ref, whose);
  await webhooks.schedule(found.accountId, now);
  return deliveryMessage(replayed);
}

type AccountFilter = (account: number) => AccountId | undefined;

/** Account 0, which means all accounts, is refused. */
export const ofOneAccount: AccountFilter = accountId;

/** For operators. Account 0 means all accounts. */
export const ofAnyAccount: AccountFilter = (account) => (account === 0 ? undefined : accountId(account));

const notFound = (deliveryId: number) =>
  new DomainError('not_found', 'delivery_not_found', { deliveryId }, { field: 'delivery_id' });

export const deliveryMessage = ({ label, body, dueAt, ...row }: Delivery): WebhookDelivery => ({
  ...row,
  nextAttemptAt: dueAt,
});
