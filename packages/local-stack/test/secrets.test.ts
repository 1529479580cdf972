import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { loadSecrets } from '../src/secrets';
import { type StackContext, serviceEnvironment } from '../src/service-environment';

describe('the keys of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are created once, are valid key rings, and only the owner can read them', () => {
    const made = loadSecrets(folder);
    expect(loadSecrets(folder)).toEqual(made);
    for (const ring of Object.values(made)) expect(parseKeyRing(ring).current.key).toHaveLength(32);
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('each go to the one service that needs them', () => {
    const secrets = loadSecrets(folder);
    const address = '127.0.0.1:1';
    const context: StackContext = {
      forwarded: {
        EASYPOST_API_KEY: 'EZTK-secret',
        STRIPE_API_KEY: 'sk-secret',
        LOG_LEVEL: 'warn',
        EGRESS_ALLOW: '127.0.0.1:9',
        MAIL_FROM: 'hello@shop.example',
      },
      secrets,
      mongoUri: 'mongodb://127.0.0.1:1/',
      natsUrl: '',
      smtpUrl: 'smtp://127.0.0.1:1',
      baseUrl: 'http://127.0.0.1:1',
      port: 1,
      addresses: {
        auth: address,
        billing: address,
        'customers-email': address,
        orders: address,
        shipping: address,
        pickups: address,
      },
    };
    const holders = (secret: string) =>
      (['auth', 'billing', 'customers-email', 'orders', 'shipping', 'pickups', 'gateway'] as const).filter(
        (name) => Object.values(serviceEnvironment(name, context)).includes(secret),
      );
    expect(holders(secrets.TOKEN_KEYS)).toEqual(['auth']);
    expect(holders(secrets.SEAL_KEYS)).toEqual(['shipping']);
    expect(holders(secrets.LINK_KEYS)).toEqual(['shipping']);
    expect(holders(secrets.PLATFORM_KEYS)).toEqual(['orders']);
    expect(holders(secrets.WEBHOOK_KEYS)).toEqual(['orders']);
    expect(holders(secrets.UNSUBSCRIBE_KEYS)).toEqual(['customers-email']);
    expect(holders('EZTK-secret')).toEqual(['shipping']);
    expect(holders('sk-secret')).toEqual(['billing']);
    expect(holders('127.0.0.1:9')).toEqual(['orders', 'gateway']);
    expect(holders('hello@shop.example')).toContain('customers-email');
    expect(serviceEnvironment('customers-email', { ...context, forwarded: {} })).toMatchObject({
      MAIL_FROM: 'no-reply@parcelyard.example',
    });
    expect(holders('warn')).toHaveLength(7);
  });
});
