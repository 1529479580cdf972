/** The groups of operations in the published document, in this order. */
export const TAGS = {
  Customers: 'The address book of the account.',
  Orders: 'Orders from their creation to their end.',
  Shipping: 'Rates, labels and where parcels are.',
  Returns: 'Orders that their customers send back.',
  Pickups: 'Carriers that come and collect parcels.',
  Billing: 'The postage balance.',
  Webhook: 'Where the account is told what happens, and what was sent there.',
  'Webhook events': 'What is sent to the webhook of the account.',
  Access: 'Access tokens, and accounts that partners create.',
  Documents: 'What the API says about itself.',
} as const;

export type RestTag = keyof typeof TAGS;
