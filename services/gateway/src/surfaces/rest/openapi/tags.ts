/** The groups of operations in the published document, in this order. */
export const TAGS = {
  Customers: 'The address book of the account.',
  Orders: 'Create, read, edit and delete orders.',
  Shipping: 'Rates, labels and tracking.',
  Returns: 'Orders that customers send back.',
  Pickups: 'Carrier pickups at the ship-from address.',
  Billing: 'The postage balance.',
  Webhook: 'The URL to which events are sent, and their deliveries.',
  'Webhook events': 'The events that are sent to the webhook of the account.',
  Access: 'Access tokens, and accounts that partners create.',
  Documents: 'Documents about the API.',
} as const;

export type RestTag = keyof typeof TAGS;
