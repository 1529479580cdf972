export interface WebPage {
  /** The name of its screenshots. */
  readonly name: string;
  /**
   * Placeholders: `:order` and `:tracking` are the id and tracking number of a demo order with a label. `:approval` is
   * a waiting purchase. `:batch`, `:pickup` and `:customer` are ids of the demo shop.
   */
  readonly path: string;
  /** A newcomer has an account with an unconfirmed address. */
  readonly for: 'anyone' | 'member' | 'newcomer';
  /** The expected status; 200 when absent. */
  readonly status?: number;
  /** Set when the page is many screens long. Pictures then show only the first screen. */
  readonly long?: true;
}

/** Every page of the web application. The browser tests open all of them. */
export const WEB_PAGES: readonly WebPage[] = [
  { name: 'landing', path: '/', for: 'anyone' },
  { name: 'sign-up', path: '/signup', for: 'anyone' },
  { name: 'sign-in', path: '/signin', for: 'anyone' },
  { name: 'sign-in-after-sign-up', path: '/signin?return_to=/welcome', for: 'anyone' },
  { name: 'verify-address', path: '/verify/1.some-link', for: 'anyone' },
  { name: 'orders-unverified', path: '/orders', for: 'newcomer' },
  { name: 'account-unverified', path: '/settings/account?changed=verification', for: 'newcomer' },
  { name: 'not-found', path: '/nothing-here', for: 'anyone', status: 404 },
  { name: 'api-first-label', path: '/public/docs', for: 'anyone', long: true },
  { name: 'api-authentication', path: '/public/docs/authentication', for: 'anyone' },
  { name: 'api-errors', path: '/public/docs/errors', for: 'anyone' },
  { name: 'api-idempotency', path: '/public/docs/idempotency', for: 'anyone' },
  { name: 'api-lists', path: '/public/docs/lists', for: 'anyone' },
  { name: 'api-webhooks', path: '/public/docs/webhooks', for: 'anyone', long: true },
  { name: 'api-changelog', path: '/public/docs/changelog', for: 'anyone' },
  { name: 'api-operations', path: '/public/docs/reference', for: 'anyone' },
  { name: 'api-operation', path: '/public/docs/reference/createOrder', for: 'anyone', long: true },
  { name: 'unsubscribe-refused', path: '/unsubscribe/nothing', for: 'anyone', status: 404 },
  { name: 'orders', path: '/orders', for: 'member' },
  { name: 'orders-search', path: '/orders?q=nobody-of-this-name', for: 'member' },
  { name: 'orders-refused', path: '/orders?from=tomorrow', for: 'member', status: 400 },
  { name: 'order', path: '/orders/:order', for: 'member' },
  { name: 'order-not-found', path: '/orders/999999999', for: 'member', status: 404 },
  { name: 'tracking', path: '/track/:tracking', for: 'anyone' },
  { name: 'tracking-not-found', path: '/track/1Z0000000000000000', for: 'anyone', status: 404 },
  { name: 'approvals', path: '/approvals', for: 'member' },
  { name: 'approvals-empty', path: '/approvals', for: 'newcomer' },
  { name: 'batches', path: '/batches', for: 'member' },
  { name: 'batches-empty', path: '/batches', for: 'newcomer' },
  { name: 'batch', path: '/batches/:batch', for: 'member' },
  { name: 'pickups', path: '/pickups', for: 'member' },
  { name: 'pickups-empty', path: '/pickups', for: 'newcomer' },
  { name: 'pickup', path: '/pickups/:pickup', for: 'member' },
  { name: 'pickup-cancel', path: '/pickups/:pickup/cancel', for: 'member' },
  { name: 'pickup-foreign', path: '/pickups/:pickup', for: 'newcomer', status: 404 },
  { name: 'customers', path: '/customers', for: 'member' },
  { name: 'customers-search', path: '/customers?q=nobody-of-this-name', for: 'member' },
  { name: 'customers-empty', path: '/customers', for: 'newcomer' },
  { name: 'customer', path: '/customers/:customer', for: 'member' },
  { name: 'customer-foreign', path: '/customers/:customer', for: 'newcomer', status: 404 },
  { name: 'reports', path: '/reports', for: 'member' },
  { name: 'limits', path: '/settings/limits', for: 'member' },
  { name: 'limits-saved', path: '/settings/limits?saved=1', for: 'newcomer' },
  { name: 'activity', path: '/settings/activity', for: 'member' },
  { name: 'activity-narrowed', path: '/settings/activity?show=apps', for: 'member' },
  { name: 'activity-empty', path: '/settings/activity', for: 'newcomer' },
  { name: 'approve', path: '/approve/:approval', for: 'member' },
  { name: 'approve-foreign', path: '/approve/:approval', for: 'newcomer', status: 404 },
  { name: 'webhook', path: '/settings/webhook', for: 'member' },
  { name: 'webhook-remove', path: '/settings/webhook/remove', for: 'member' },
  { name: 'billing', path: '/settings/billing', for: 'member' },
  { name: 'shipping', path: '/settings/shipping', for: 'member' },
  { name: 'privacy-requests', path: '/settings/shipping/privacy', for: 'member' },
  { name: 'mail', path: '/settings/mail', for: 'member' },
  { name: 'reply-to-refused', path: '/reply-to/nothing', for: 'anyone', status: 404 },
  { name: 'carrier-agreement', path: '/settings/shipping/carriers/ups', for: 'member' },
  { name: 'getting-started', path: '/welcome', for: 'member' },
  { name: 'api-integration', path: '/settings/api', for: 'member' },
  { name: 'api-key-generate', path: '/settings/api/generate', for: 'member' },
  { name: 'mcp', path: '/settings/mcp', for: 'member' },
  { name: 'connected-apps', path: '/settings/apps', for: 'member' },
  { name: 'account', path: '/settings/account', for: 'member' },
];
