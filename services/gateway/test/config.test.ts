import { loadConfig } from '@parcelyard/service-kit/config';
import { gatewayVariables } from '../src/config';

const ADDRESSES = {
  AUTH_ADDRESS: 'auth:1',
  ORDERS_ADDRESS: 'orders:1',
  SHIPPING_ADDRESS: 'shipping:1',
  PICKUPS_ADDRESS: 'pickups:1',
  CUSTOMERS_EMAIL_ADDRESS: 'customers:1',
  BILLING_ADDRESS: 'billing:1',
};

it('only the addresses of the services are required', () => {
  expect(loadConfig(gatewayVariables, ADDRESSES)).toMatchObject({
    ...ADDRESSES,
    HTTP_LISTEN: '127.0.0.1:8080',
    ADMIN_LISTEN: '127.0.0.1:0',
    BASE_URL: 'http://127.0.0.1:8080',
    SERVICE_NAME: 'Ship.com',
    ALLOWED_ORIGINS: [],
    PARTNER_KEYS: [],
    OAUTH_METADATA_HOSTS: ['claude.ai', 'claude.com'],
    OAUTH_HOSTED_CLIENT_NAME: 'Claude',
    OAUTH_HOSTED_REDIRECT_URIS: [],
    EGRESS_ALLOW: [],
    TRUST_PROXY_HOPS: 0,
    LOG_LEVEL: 'info',
  });
});

it.each(Object.keys(ADDRESSES))('the gateway does not start without %s, and the error names it', (name) => {
  expect(() => loadConfig(gatewayVariables, { ...ADDRESSES, [name]: undefined })).toThrow(name);
});

it.each([
  ['BASE_URL', 'ship.example'],
  ['TRUST_PROXY_HOPS', '-1'],
  ['TRUST_PROXY_HOPS', 'one'],
  ['OAUTH_HOSTED_REDIRECT_URIS', 'https://claude.ai/callback,https://claude.ai/callback#x'],
  ['EGRESS_ALLOW', 'example.com'],
])('%s=%s is refused', (name, value) => {
  expect(() => loadConfig(gatewayVariables, { ...ADDRESSES, [name]: value })).toThrow(name);
});

it('origins are a comma-separated list', () => {
  const { ALLOWED_ORIGINS } = loadConfig(gatewayVariables, {
    ...ADDRESSES,
    ALLOWED_ORIGINS: 'https://a.example, https://b.example,',
  });
  expect(ALLOWED_ORIGINS).toEqual(['https://a.example', 'https://b.example']);
});
