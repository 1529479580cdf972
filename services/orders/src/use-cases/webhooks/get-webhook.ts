import type { AccountId } from '@parcelyard/service-kit/ids';
import type { WebhookStore } from '../../ports';

interface Dependencies {
  webhooks: WebhookStore;
  newSecret(): string;
}

/** The account's webhook; a URL without a secret gets one. */
export const getWebhook =
  ({ webhooks, newSecret }: Dependencies) =>
  async (accountId: AccountId) => {
    const { url, signingSecret } = (await webhooks.find(accountId)) ?? {};
    if (url === undefined || signingSecret !== undefined) return { url, signingSecret };
    return { url, signingSecret: await webhooks.keepSecret(accountId, newSecret()) };
  };
