/** A page as the browser tests open it. */
export interface WebPage {
  /** Names its screenshots. */
  readonly name: string;
  readonly path: string;
  readonly for: 'anyone' | 'member';
  /** 200 when it is left out. */
  readonly status?: number;
}

/** Every page of the web application; the browser tests walk all of them. */
export const WEB_PAGES: readonly WebPage[] = [
  { name: 'landing', path: '/', for: 'anyone' },
  { name: 'sign-up', path: '/signup', for: 'anyone' },
  { name: 'sign-in', path: '/signin', for: 'anyone' },
  { name: 'not-found', path: '/nothing-here', for: 'anyone', status: 404 },
  { name: 'orders', path: '/orders', for: 'member' },
  { name: 'orders-search', path: '/orders?query=nobody-of-this-name', for: 'member' },
  { name: 'reports', path: '/reports', for: 'member' },
  { name: 'webhook', path: '/settings/webhook', for: 'member' },
  { name: 'billing', path: '/settings/billing', for: 'member' },
  { name: 'shipping', path: '/settings/shipping', for: 'member' },
  { name: 'getting-started', path: '/welcome', for: 'member' },
  { name: 'api-integration', path: '/settings/api', for: 'member' },
  { name: 'mcp', path: '/settings/mcp', for: 'member' },
  { name: 'connected-apps', path: '/settings/apps', for: 'member' },
  { name: 'account', path: '/settings/account', for: 'member' },
];
