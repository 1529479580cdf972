import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { UrlPolicy, WebhookStore } from '../../ports';

interface Dependencies {
  webhooks: WebhookStore;
  urls: UrlPolicy;
  clock: Clock;
  newSecret(): string;
}

/**
 * Registers the account's URL in place of the one before. The secret stays the account's for ever.
 * @throws DomainError `invalid_argument` with field `url`
 */
export const registerWebhook =
  ({ webhooks, urls, clock, newSecret }: Dependencies) =>
  async (accountId: AccountId, url: string) => {
    await urls.check(url);
    await webhooks.register(accountId, url, clock.now());
    return { url, signingSecret: await webhooks.keepSecret(accountId, newSecret()) };
  };
