import { eventually } from '@parcelyard/testing/eventually';
import { anOrderBody, createRestClient, type RestAnswer, type RestClient } from './support/rest-client';
import { createAccount, shipctl } from './support/shipctl';
import { type SecondGateway, startSecondGateway } from './support/start-second-gateway';
import { type Stack, startStack } from './support/start-stack';

const AT_ONCE = 6;

let stack: Stack;
let second: SecondGateway;
beforeAll(async () => {
  stack = await startStack({ SPLIT: '1' });
  second = await startSecondGateway(stack);
});
afterAll(async () => {
  await second.stop();
  await stack.remove();
});

/** Opens an account, and a client that uses two gateways in turn. */
async function openShop(balance: string): Promise<{ accountId: number; rest: RestClient }> {
  const { accountId, accessToken } = await createAccount(
    stack.dataDir,
    ...['--plan', 'enterprise', '--balance', balance],
  );
  const gateways = [stack.file().baseUrl, second.url].map((url) => createRestClient(url, accessToken));
  let turn = 0;
  return { accountId, rest: (...request) => (gateways[turn++ % 2] as RestClient)(...request) };
}

async function rated(rest: RestClient, order: Record<string, unknown> = {}) {
  const { id: orderId } = (await rest('POST', '/public/order', anOrderBody(order))).body.result;
  const parcel = { weightOz: 12, length: 8, width: 6, height: 4 };
  const { packageId, rates } = (await rest('POST', '/public/shipping-info', { orderId, ...parcel })).body
    .result;
  const { rateId, method, serviceLevel, amount } = rates[0];
  return { postage: amount as number, purchase: { orderId, packageId, rateId, method, serviceLevel } };
}

const balanceOf = async (rest: RestClient): Promise<number> =>
  (await rest('GET', '/public/balance')).body.result.balance;
const sixTimes = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, work));
const replayed = ({ headers }: RestAnswer) => headers.get('idempotent-replayed') === 'true';
const idOf = ({ headers }: RestAnswer) => headers.get('x-request-id');

it('six writes at once with one key, over two gateways, create one order and one charge, and each answer has its own request id [REST-L4] [REST-E11]', async () => {
  const { rest } = await openShop('100');
  const order = anOrderBody();
  const created = await sixTimes(() =>
    rest('POST', '/public/order', order, { 'idempotency-key': 'one order' }),
  );
  expect(new Set(created.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect((await rest('GET', '/public/orders')).body.pagination.totalOrders).toBe(1);

  const { purchase } = await rated(rest);
  const bought = await sixTimes(() =>
    rest('POST', '/public/purchase-label', purchase, { 'idempotency-key': 'one label' }),
  );
  expect(new Set(bought.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const totalCharge: number = bought[0]?.body.result.totalCharge;
  expect(await balanceOf(rest)).toBeCloseTo(100 - totalCharge, 2);
  for (const answers of [created, bought]) {
    expect(answers.filter(replayed)).toHaveLength(AT_ONCE - 1);
    expect(new Set(answers.map(idOf)).size).toBe(AT_ONCE);
  }
});

it.each([
  ['the answer of the carrier was lost', { externalOrderId: 'SBX_TIMEOUT_AFTER_BUY' }, undefined],
  ['shipping died after the carrier had sold the label', {}, 'purchase-5-carrier-bought'],
])(
  'a purchase of which %s gets with its key the answer with the charge, once [REST-L5] [REST-L7]',
  async (_what, order, failPoint) => {
    const { rest } = await openShop('100');
    const { purchase, postage } = await rated(rest, order);
    const buy = () => rest('POST', '/public/purchase-label', purchase, { 'idempotency-key': 'lost answer' });
    if (failPoint) stack.failAt(failPoint);
    const first = await buy();
    if (first.status !== 200) {
      expect(first).toMatchObject({
        status: 503,
        body: { code: expect.stringMatching(/^(?:unavailable|outcome_unknown)$/) },
      });
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    const settled = await eventually(
      async () => {
        const answer = await buy();
        expect(answer.status).toBe(200);
        return answer;
      },
      75_000,
      1_000,
    );
    const { result } = settled.body;
    expect(result).toMatchObject({ purchased: true, postage });
    expect(result.totalCharge).toBeCloseTo(result.postage + result.insurance + result.fee, 2);
    expect(await balanceOf(rest)).toBeCloseTo(100 - result.totalCharge, 2);
    const again = await buy();
    expect({ replayed: replayed(again), body: again.body }).toEqual({ replayed: true, body: settled.body });
  },
);

it('a new balance pays with the same key, and a final refusal is returned again [REST-L7] [REST-L2]', async () => {
  const { rest, accountId } = await openShop('0');
  const { purchase } = await rated(rest);
  const buy = () => rest('POST', '/public/purchase-label', purchase, { 'idempotency-key': 'paid later' });
  expect(await buy()).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } });
  await shipctl(stack.dataDir, 'account', 'set', String(accountId), '--add-balance', '50');
  const paid = await buy();
  expect({ status: paid.status, replayed: replayed(paid) }).toEqual({ status: 200, replayed: false });

  const declined = await rated(rest, { externalOrderId: 'SBX_DECLINE' });
  const refused = () =>
    rest('POST', '/public/purchase-label', declined.purchase, { 'idempotency-key': 'declined' });
  const [once, twice] = [await refused(), await refused()];
  expect(once).toMatchObject({ status: 422, body: { code: 'carrier_refused' } });
  expect({ status: twice.status, body: twice.body, replayed: replayed(twice) }).toEqual({
    status: 422,
    body: once.body,
    replayed: true,
  });
});

it.each(['', ' ', 'x'.repeat(256)])(
  'the key "%.3s" gets 400 with the header\'s name [REST-L7]',
  async (key) => {
    const { rest } = await openShop('0');
    const { status, body } = await rest(
      'POST',
      '/public/customer',
      { email: 'a@x.co' },
      { 'idempotency-key': key },
    );
    expect({ status, code: body.code, field: body.fields[0].field }).toEqual({
      status: 400,
      code: 'invalid_input',
      field: 'Idempotency-Key',
    });
    expect(body.error).toContain('Idempotency-Key');
  },
);
