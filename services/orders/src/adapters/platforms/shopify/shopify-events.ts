import { z } from 'zod';
import { isGrant, type ShopifyAccess } from '../../../domain/platforms/connection';
import type { StoreEvents } from '../../../ports';
import type { ShopifyApi } from './shopify-api';
import {
  MOST_SUBSCRIPTIONS,
  SUBSCRIBE_MUTATION,
  SUBSCRIPTIONS_QUERY,
  TOPICS,
  UNSUBSCRIBE_MUTATION,
} from './webhooks-query';

const subscriptions = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
  }),
});
const userErrors = z.array(z.object({ message: z.string() }));
const subscribed = z.object({ webhookSubscriptionCreate: z.object({ userErrors }) });

/**
 * Manages a shop's webhooks. The signatures of events are checked with the app's secret. For a custom app, we have only
 * an access token and not the secret, so events of its shop cannot be checked.
 */
export function createShopifyEvents(api: ShopifyApi, url: string): StoreEvents<ShopifyAccess> {
  const ours = async (access: ShopifyAccess) => {
    const answer = await api(access, SUBSCRIPTIONS_QUERY, { first: MOST_SUBSCRIPTIONS });
    const { nodes } = subscriptions.parse(answer).webhookSubscriptions;
    return nodes.filter(({ uri }) => uri === url);
  };
  return {
    canTell: ({ credentials }) => isGrant(credentials) || 'clientSecret' in credentials,
    subscribe: async (access) => {
      const there = new Set((await ours(access)).map(({ topic }) => topic));
      for (const topic of TOPICS) {
        if (there.has(topic)) continue;
        const subscription = { uri: url, format: 'JSON' };
        const answer = subscribed.parse(await api(access, SUBSCRIBE_MUTATION, { topic, subscription }));
        const [refused] = answer.webhookSubscriptionCreate.userErrors;
        if (refused) throw new Error(`Shopify refused the subscription to ${topic}: ${refused.message}`);
      }
    },
    unsubscribe: async (access) => {
      for (const { id } of await ours(access)) await api(access, UNSUBSCRIBE_MUTATION, { id });
    },
  };
}
