import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ACCOUNT_ID } from '../../support/fake-auth';
import { rest } from '../../support/rest';
import { startGateway, type TestGateway } from '../../support/start-gateway';

const ROW = {
  deliveryId: 502,
  eventId: 7_002,
  eventType: 'label_printed',
  accountId: ACCOUNT_ID,
  orderId: 1_001,
  attempt: 2,
  status: 'retrying',
  responseCode: 503,
  durationMs: 12,
  lastError: 'HTTP 503',
  nextAttemptAt: new Date('2026-03-02T15:10:00Z'),
  createdAt: new Date('2026-03-02T15:00:00Z'),
};
const SHOWN = {
  deliveryId: 502,
  eventId: 7_002,
  eventType: 'label_printed',
  orderId: 1_001,
  attempt: 2,
  status: 'retrying',
  responseCode: 503,
  durationMs: 12,
  nextAttemptAt: '2026-03-02T15:10:00Z',
  lastError: 'HTTP 503',
  createdAt: '2026-03-02T15:00:00Z',
};
const TEST_ROW = {
  deliveryId: 503,
  eventId: 7_003,
  eventType: 'test',
  accountId: ACCOUNT_ID,
  attempt: 1,
  status: 'delivered',
  responseCode: 204,
  durationMs: 3,
  nextAttemptAt: undefined,
  createdAt: new Date('2026-03-02T15:00:01Z'),
};
const SHOWN_TEST = {
  deliveryId: 503,
  eventId: 7_003,
  eventType: 'test',
  orderId: null,
  attempt: 1,
  status: 'delivered',
  responseCode: 204,
  durationMs: 3,
  nextAttemptAt: null,
  lastError: null,
  createdAt: '2026-03-02T15:00:01Z',
};
const refuse = (reason: 'no_webhook_url' | 'webhook_secret_lost') => () =>
  Promise.reject(new DomainError('failed_precondition', reason, {}));

describe('POST /public/webhook/rotate-secret', () => {
  const ROTATE = '/public/webhook/rotate-secret';
  const HOOK = { url: 'https://shop.example.com/hook', signingSecret: 'whsec_new' };
  const answering = (previousSecretExpiresAt?: Date) =>
    startGateway({ orders: { rotateWebhookSecret: async () => ({ ...HOOK, previousSecretExpiresAt }) } });

  it('answers the new secret and how long the old one also signs, and is recorded [REST-W13]', async () => {
    const gateway = await answering(new Date('2026-03-03T15:00:00Z'));
    const { status, body, headers } = await rest(gateway, 'POST', ROTATE);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      success: true,
      result: { ...HOOK, previousSecretExpiresAt: '2026-03-03T15:00:00Z' },
    });
    expect(gateway.calls).toEqual([{ method: 'rotateWebhookSecret', request: { accountId: ACCOUNT_ID } }]);
    expect(gateway.authCalls).toContainEqual({
      method: 'beginActivity',
      request: expect.objectContaining({ action: 'webhook_secret_rotated' }),
    });
  });

  it('answers null when no other secret signs', async () => {
    const { body } = await rest(await answering(), 'POST', ROTATE);
    expect(body.result.previousSecretExpiresAt).toBeNull();
  });

  it('gets 409 without a registered URL [REST-W13]', async () => {
    const gateway = await startGateway({ orders: { rotateWebhookSecret: refuse('no_webhook_url') } });
    const { status, body } = await rest(gateway, 'POST', ROTATE);
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        success: false,
        code: 'wrong_state',
        error: 'No webhook URL is registered for this account.',
      },
    });
  });
});

describe('POST /public/webhook/test', () => {
  const TEST = '/public/webhook/test';

  it('answers the result of the event, which has no order [REST-W14]', async () => {
    const gateway = await startGateway({ orders: { testWebhook: async () => TEST_ROW } });
    const { status, body } = await rest(gateway, 'POST', TEST);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, result: SHOWN_TEST } });
    expect(gateway.calls).toEqual([{ method: 'testWebhook', request: { accountId: ACCOUNT_ID } }]);
  });

  it.each([
    ['no_webhook_url', 'No webhook URL is registered for this account.'],
    [
      'webhook_secret_lost',
      'The signing secret can no longer be read. Create a new one with POST /public/webhook/rotate-secret.',
    ],
  ] as const)('gets 409 for %s [REST-W14]', async (reason, error) => {
    const gateway = await startGateway({ orders: { testWebhook: refuse(reason) } });
    const { status, body } = await rest(gateway, 'POST', TEST);
    expect({ status, body }).toEqual({ status: 409, body: { success: false, code: 'wrong_state', error } });
  });

  it('gets 429 when the tests of the hour are used up, and sends nothing [REST-W14]', async () => {
    const gateway = await startGateway({
      auth: { takeQuota: async () => ({ retryAfterSeconds: 90, network: false }) },
    });
    const { status, body, headers } = await rest(gateway, 'POST', TEST);
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '90']);
    expect(gateway.calls).toEqual([]);
  });
});

describe('GET /public/webhook/deliveries', () => {
  const list = (gateway: TestGateway, query = '') =>
    rest(gateway, 'GET', `/public/webhook/deliveries${query}`);
  const holding = (deliveries: (typeof ROW | typeof TEST_ROW)[]) =>
    startGateway({ orders: { listWebhookDeliveries: async () => ({ deliveries }) } });
  const asked = (gateway: TestGateway) => gateway.calls.map(({ request }) => request);

  it('answers the log newest first, tests together with orders [REST-W15]', async () => {
    const gateway = await holding([TEST_ROW, ROW]);
    const { status, body } = await list(gateway);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        result: [SHOWN_TEST, SHOWN],
        pagination: { pageSize: 25, nextCursor: null },
      },
    });
    expect(asked(gateway)).toEqual([{ accountId: ACCOUNT_ID, limit: 26 }]);
  });

  it('continues at the cursor of the previous page [REST-W15]', async () => {
    const gateway = await holding([TEST_ROW, ROW]);
    const first = await list(gateway, '?pageSize=1&cursor=');
    expect(first.body).toMatchObject({
      result: [SHOWN_TEST],
      pagination: { nextCursor: '503', pageSize: 1 },
    });
    await list(gateway, '?pageSize=1&cursor=503');
    expect(asked(gateway)).toEqual([
      { accountId: ACCOUNT_ID, limit: 2 },
      { accountId: ACCOUNT_ID, limit: 2, beforeDeliveryId: 503 },
    ]);
  });

  it('has at most 100 rows in a page', async () => {
    const gateway = await holding([]);
    expect((await list(gateway, '?pageSize=500')).body.pagination).toEqual({
      pageSize: 100,
      nextCursor: null,
    });
    expect(asked(gateway)).toEqual([{ accountId: ACCOUNT_ID, limit: 101 }]);
  });

  it.each(['abc', '-1', '1.5', '99999999999999999999'])('refuses %s as a cursor', async (cursor) => {
    const gateway = await holding([]);
    const { status, body } = await list(gateway, `?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.fields).toEqual([
      { field: 'cursor', message: 'cursor must be a nextCursor of this list, or empty.' },
    ]);
    expect(gateway.calls).toEqual([]);
  });
});

describe('POST /public/webhook/deliveries/{id}/replay', () => {
  const replay = (gateway: TestGateway, id: string) =>
    rest(gateway, 'POST', `/public/webhook/deliveries/${id}/replay`);

  it('answers the delivery, which is due again [REST-W15]', async () => {
    const gateway = await startGateway({ orders: { replayWebhookDelivery: async () => ROW } });
    const { status, body } = await replay(gateway, '502');
    expect({ status, body }).toEqual({ status: 200, body: { success: true, result: SHOWN } });
    expect(gateway.calls).toEqual([
      { method: 'replayWebhookDelivery', request: { accountId: ACCOUNT_ID, deliveryId: 502 } },
    ]);
  });

  it("gets the same 404 for another account's, an unknown and an invalid delivery [REST-W15]", async () => {
    const gateway = await startGateway({
      orders: {
        replayWebhookDelivery: ({ deliveryId }) =>
          Promise.reject(new DomainError('not_found', 'delivery_not_found', { deliveryId })),
      },
    });
    for (const id of ['7', 'abc']) {
      const { status, body } = await replay(gateway, id);
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          success: false,
          code: 'not_found',
          error: `Webhook delivery ${id} was not found in this account.`,
        },
      });
    }
  });

  it('gets 409 without a registered URL', async () => {
    const gateway = await startGateway({ orders: { replayWebhookDelivery: refuse('no_webhook_url') } });
    expect(await replay(gateway, '502')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});

it('every call requires an access token', async () => {
  const gateway = await startGateway();
  for (const [method, path] of [
    ['POST', 'rotate-secret'],
    ['POST', 'test'],
    ['GET', 'deliveries'],
    ['POST', 'deliveries/1/replay'],
  ] as const) {
    const { status } = await rest(gateway, method, `/public/webhook/${path}`, undefined, {
      authorization: undefined,
    });
    expect(status).toBe(401);
  }
  expect(gateway.calls).toEqual([]);
});
