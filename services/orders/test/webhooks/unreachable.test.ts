import { createEgress, type Egress } from '@parcelyard/egress/create-egress';
import { Registry } from 'prom-client';
import { FIVE_MINUTES_MS, startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

describe('an attempt fails at an endpoint', () => {
  let shop: WebhookOrders;
  /** The answer of the name server. */
  let addresses: readonly string[] = ['127.0.0.1'];

  beforeAll(async () => {
    const outgoing = createEgress({
      allow: ['127.0.0.1:1', 'hanging.example.com:80'],
      // This name server never answers for one host, which delays requests as an unreachable host does.
      lookup: (name) => (name === 'hanging.example.com' ? new Promise(() => {}) : Promise.resolve(addresses)),
    });
    const egress: Egress = {
      ...outgoing,
      // Only the host that hangs has a short time-out, because a busy machine may stand still for longer.
      request: (request) =>
        outgoing.request(request.url.includes('hanging') ? request : { ...request, timeoutMs: 60_000 }),
    };
    shop = await startWebhookOrders({ outlet: { egress, timeoutMs: 2_000 } });
  });
  afterAll(() => shop.stop());
  afterEach(() => shop.closeAccounts());

  const firstAttempt = async (url: string, meanwhile = () => {}) => {
    const accountId = await shop.openAccount(url);
    await shop.shipOne(accountId);
    meanwhile();
    shop.clock.advance(FIVE_MINUTES_MS);
    const row = await shop.row(accountId, { attempt: 1 });
    expect(row?.responseCode).toBeUndefined();
    return row;
  };
  const retrying = (lastError: string) => ({ status: 'retrying', lastError });

  it('whose name resolves to a private address since the registration [REST-W4]', async () => {
    addresses = ['93.184.216.34'];
    const row = await firstAttempt('https://hooks.example.com/', () => {
      addresses = ['127.0.0.1'];
    });
    expect(row).toMatchObject(retrying('The URL must be on a public host.'));
  });

  it('that refuses connections', async () => {
    expect(await firstAttempt('http://127.0.0.1:1/')).toMatchObject(
      retrying('The host does not accept the connection. (ECONNREFUSED)'),
    );
  });

  it('and is counted by its result', async () => {
    const registry = new Registry();
    for (const metric of shop.app.metrics ?? []) registry.registerMetric(metric);
    const figures = await registry.getSingleMetricAsString('parcelyard_webhook_attempts_total');
    const counted = (outcome: string) => new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(figures)?.[1];
    expect(counted('refused')).toBe('1');
    expect(counted('unreachable')).toBe('1');
    expect(counted('delivered')).toBe('0');
  });

  it('that does not answer in time', async () => {
    expect(await firstAttempt('http://hanging.example.com/')).toMatchObject(
      retrying('No whole answer within 2 s.'),
    );
  });
});
