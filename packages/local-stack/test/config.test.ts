import { parseStackEnvironment } from '../src/config';

/** The stack passes these values to the services in every case, because the services have other defaults or none. */
const ALWAYS = {
  LOG_LEVEL: 'warn',
  PARTNER_KEYS: 'local-partner-key',
  CARRIERS: 'sandbox',
  PAYMENTS: 'sandbox',
};

describe('the environment of the local stack', () => {
  it('has the documented defaults', () => {
    const { config, forwarded } = parseStackEnvironment({});
    expect(config).toMatchObject({
      PORT: 8080,
      DATA_DIR: '.local',
      SPLIT: false,
      WEBHOOK_FIRST_DELAY_S: 300,
      WEBHOOK_RETRY_UNIT_S: 300,
      WEBHOOK_RETRY_CAP_S: 3_600,
      VOID_REFUND_DELAY_S: 60,
      SANDBOX_SCAN_INTERVAL_S: 3_600,
      RATE_TTL_S: 86_400,
      ACCESS_TOKEN_TTL_S: 15_552_000,
      OAUTH_CODE_TTL_S: 300,
      OAUTH_ACCESS_TTL_S: 86_400,
      OAUTH_REFRESH_TTL_S: 15_552_000,
      OAUTH_REFRESH_COLLECT_MS: 400,
      OAUTH_METADATA_HOSTS: ['claude.ai', 'claude.com'],
      ALLOWED_ORIGINS: [],
      EGRESS_ALLOW: [],
      PARTNER_KEYS: ['local-partner-key'],
    });
    expect(forwarded).toEqual(ALWAYS);
  });

  it('gives services exactly the variables of the contract as they were set', () => {
    const { forwarded } = parseStackEnvironment({
      RATE_TTL_S: '5',
      MONGODB_DB: 'x',
      HOME: '/root',
      BASE_URL: '',
    });
    expect(forwarded).toEqual({ ...ALWAYS, RATE_TTL_S: '5' });
  });

  it.each([
    [
      { CARRIERS: 'easypost' },
      'CARRIERS: easypost cannot be used with PAYMENTS=sandbox, unless ALLOW_SANDBOX_MONEY',
    ],
    [
      { PAYMENTS: 'stripe', BASE_URL: 'https://shipping.example.com' },
      'CARRIERS: sandbox cannot be used with PAYMENTS=stripe, unless ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS=yes',
    ],
  ])('%j is refused because money and carriers are of different kinds', (environment, words) => {
    expect(() => parseStackEnvironment(environment)).toThrow(words);
  });

  it.each([
    { CARRIERS: 'easypost', ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: 'yes' },
    { CARRIERS: 'easypost', PAYMENTS: 'stripe', BASE_URL: 'https://shipping.example.com' },
    { PAYMENTS: 'stripe' },
  ])('%j is accepted', (environment) => {
    expect(() => parseStackEnvironment(environment)).not.toThrow();
  });

  it('an empty list of partner keys means no keys', () => {
    expect(parseStackEnvironment({ PARTNER_KEYS: '' })).toMatchObject({
      config: { PARTNER_KEYS: [] },
      forwarded: { PARTNER_KEYS: '' },
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['SPLIT', 'yes'],
    ['MONGODB_URI', 'localhost:27017'],
    ['NATS_URL', 'localhost:4222'],
    ['BASE_URL', 'parcels'],
    ['BASE_URL', 'ftp://example.com'],
    ['EGRESS_ALLOW', 'example.com'],
    ['ALLOWED_ORIGINS', 'https://a.example,nonsense'],
    ['RATE_TTL_S', '-1'],
    ['RATE_TTL_S', 'a day'],
    ['WEBHOOK_FIRST_DELAY_S', '1.5'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY_HOPS', 'all'],
    ['MAX_IN_FLIGHT', '0'],
    ['MAX_IN_FLIGHT_CONNECTION', 'many'],
    ['MCP_APPS', 'maybe'],
    ['MAIL_FROM', 'Shop <shop@example.com>'],
  ])('%s=%s is refused with its name', (name, value) => {
    expect(() => parseStackEnvironment({ [name]: value })).toThrow(`${name}: `);
  });
});
