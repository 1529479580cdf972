/**
 * The events to which we subscribe in each shop. When an event comes, we do not use its content, but read from the shop
 * again.
 */
export const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'FULFILLMENTS_CREATE',
  'FULFILLMENTS_UPDATE',
  'APP_UNINSTALLED',
] as const;

/** Maximum subscriptions that are read. Our apps never have so many in one shop. */
export const MOST_SUBSCRIPTIONS = 100;

export const SUBSCRIPTIONS_QUERY = `
query Subscriptions($first: Int!) {
  webhookSubscriptions(first: $first) {
    nodes { id topic uri }
  }
}`;

export const SUBSCRIBE_MUTATION = `
mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

export const UNSUBSCRIBE_MUTATION = `
mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId
    userErrors { field message }
  }
}`;
