/** What an amount in the activity log means. Each meaning has its own word, because money moves in both directions. */
export type AmountKind = 'charged' | 'refund' | 'credited' | 'reserved' | 'asked';

interface ActivityAction {
  /** The text that the owner reads. */
  readonly title: string;
  readonly amount?: AmountKind;
}

/**
 * Every action of the owner's activity log, by its stored name. An action of a tool has the tool's name, even if the
 * request came over REST. A test checks that every tool with `confirm` is here.
 */
export const ACTIVITY_ACTIONS = {
  // Confirmed actions of tools and of the matching REST routes.
  buy_label: { title: 'Buy a label', amount: 'charged' },
  trigger_batch_purchase: { title: 'Buy labels in a batch', amount: 'reserved' },
  cancel_shipping_label: { title: 'Void a label', amount: 'refund' },
  cancel_order: { title: 'Cancel an order', amount: 'refund' },
  mark_labels_printed: { title: 'Mark labels as printed' },
  schedule_pickup: { title: 'Book a pickup' },
  cancel_pickup: { title: 'Cancel a pickup' },
  send_customer_email: { title: 'E-mail a customer' },
  send_mass_marketing_email: { title: 'Send a campaign' },
  redeem_referral_credit: { title: 'Redeem referral credit', amount: 'credited' },
  register_carrier: { title: 'Open a carrier account' },
  // Steps of returns, over REST and on the order's page.
  request_return: { title: 'Request a return' },
  buy_return_label: { title: 'Buy a return label', amount: 'charged' },
  withdraw_return: { title: 'Withdraw a return', amount: 'refund' },
  receive_return: { title: 'Mark a return as received' },
  complete_return: { title: 'Complete a return' },
  // Changes of who may act, and of their limits.
  limits_changed: { title: 'Change the spending limits' },
  approval_allowed: { title: 'Allow a purchase', amount: 'asked' },
  approval_denied: { title: 'Deny a purchase', amount: 'asked' },
  token_replaced: { title: 'Replace the API key' },
  webhook_secret_rotated: { title: 'Rotate the webhook secret' },
  app_connected: { title: 'Connect an app' },
  app_disconnected: { title: 'Disconnect an app' },
} as const satisfies Readonly<Record<string, ActivityAction>>;

export type ActionName = keyof typeof ACTIVITY_ACTIONS;

/**
 * Returns the description of an action. If a later version of the gateway stored the action, no description is known
 * here, so the title is made of the action's name.
 */
export const activityAction = (name: string): ActivityAction =>
  Object.hasOwn(ACTIVITY_ACTIONS, name)
    ? ACTIVITY_ACTIONS[name as ActionName]
    : { title: name.replaceAll('_', ' ') };
