import type {
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookDeliveryRef,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId } from '@parcelyard/service-kit/ids';
import type { WebhookPorts } from '../../ports';
import { deliveryMessage } from './delivery-message';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Rows of the delivery log, newest first. */
export async function listWebhookDeliveries(
  { deliveries }: WebhookPorts,
  { accountId: account, limit, beforeDeliveryId: before }: ListWebhookDeliveriesRequest,
): Promise<ListWebhookDeliveriesResponse> {
  const found = await deliveries.list({
    accountId: oneAccount(account),
    limit: Math.min(MAX_LIMIT, limit > 0 ? limit : DEFAULT_LIMIT),
    ...(before === undefined ? {} : { before }),
  });
  return { deliveries: found.map(deliveryMessage) };
}

/**
 * Sends a delivery once more, the same event with the same bytes.
 * @throws DomainError `not_found` · `failed_precondition` without a URL to send it to
 */
export async function replayWebhookDelivery(
  { webhooks, deliveries, clock }: WebhookPorts,
  { accountId: account, deliveryId }: WebhookDeliveryRef,
): Promise<WebhookDelivery> {
  const found = await deliveries.find({ deliveryId, accountId: oneAccount(account) });
  if (!found) throw notFound(deliveryId);
  if ((await webhooks.find(found.accountId))?.url === undefined) {
    throw new DomainError('failed_precondition', 'no_webhook_url', {});
  }
  const now = clock.now();
  const replayed = await deliveries.replay(found, now);
  if (!replayed) throw notFound(deliveryId);
  await webhooks.schedule(found.accountId, now);
  return deliveryMessage(replayed);
}

/** 0 stands for an operator, who sees all accounts. */
const oneAccount = (account: number) => (account === 0 ? undefined : accountId(account));

const notFound = (deliveryId: number) =>
  new DomainError('not_found', 'delivery_not_found', { deliveryId }, { field: 'delivery_id' });
