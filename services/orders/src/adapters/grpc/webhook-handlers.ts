import type { OrdersDefinition, WebhookDelivery } from '@parcelyard/contracts/orders';
import { accountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { Delivery } from '../../domain/webhooks/delivery';
import type { deleteWebhook } from '../../use-cases/webhooks/delete-webhook';
import type { getWebhook } from '../../use-cases/webhooks/get-webhook';
import type { listDeliveries } from '../../use-cases/webhooks/list-deliveries';
import type { registerWebhook } from '../../use-cases/webhooks/register-webhook';
import type { replayDelivery } from '../../use-cases/webhooks/replay-delivery';

export interface WebhookUseCases {
  getWebhook: ReturnType<typeof getWebhook>;
  registerWebhook: ReturnType<typeof registerWebhook>;
  deleteWebhook: ReturnType<typeof deleteWebhook>;
  listDeliveries: ReturnType<typeof listDeliveries>;
  replayDelivery: ReturnType<typeof replayDelivery>;
}

type WebhookHandlers = Pick<
  RpcHandlers<typeof OrdersDefinition>,
  'getWebhook' | 'registerWebhook' | 'deleteWebhook' | 'listWebhookDeliveries' | 'replayWebhookDelivery'
>;

export const createWebhookHandlers = (useCases: WebhookUseCases): WebhookHandlers => ({
  getWebhook: ({ accountId: account }) => useCases.getWebhook(accountId(account)),
  registerWebhook: ({ accountId: account, url }) => useCases.registerWebhook(accountId(account), url),
  deleteWebhook: async ({ accountId: account }) => {
    await useCases.deleteWebhook(accountId(account));
    return {};
  },
  listWebhookDeliveries: async ({ accountId: account, ...wish }) => ({
    deliveries: (await useCases.listDeliveries({ ...wish, accountId: oneAccount(account) })).map(toMessage),
  }),
  replayWebhookDelivery: async ({ accountId: account, deliveryId }) =>
    toMessage(await useCases.replayDelivery({ deliveryId, accountId: oneAccount(account) })),
});

/** 0 means that an operator asks. */
const oneAccount = (account: number) => (account === 0 ? undefined : accountId(account));

const toMessage = ({ label, body, dueAt, ...row }: Delivery): WebhookDelivery => ({
  ...row,
  nextAttemptAt: dueAt,
});
