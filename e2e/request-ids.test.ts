import { eventually } from '@parcelyard/testing/eventually';
import { anOrderBody, createRestClient, type RestAnswer, type RestClient } from './support/rest-client';
import { createAccount } from './support/shipctl';
import { type Stack, startStack } from './support/start-stack';

let stack: Stack;
let rest: RestClient;
beforeAll(async () => {
  stack = await startStack({ SPLIT: '1', LOG_LEVEL: 'debug' });
  // Nothing can be bought: the balance is 0, and no recharge is allowed.
  const { accessToken } = await createAccount(stack.dataDir, '--plan', 'enterprise');
  rest = createRestClient(stack.file().baseUrl, accessToken);
});
afterAll(() => stack.remove());

const idOf = ({ headers }: RestAnswer): string => headers.get('x-request-id') ?? '';

const servicesThatNamed = (requestId: string): string[] => {
  const lines = stack.output().split('\n');
  const named = lines.filter((line) => line.startsWith('{') && line.includes(requestId));
  return [...new Set(named.map((line) => (JSON.parse(line) as { service: string }).service))].sort();
};

it('one purchase over REST has one id in its answer and in the log of every service that refused a part of it [REST-E11]', async () => {
  const { id: orderId } = (await rest('POST', '/public/order', anOrderBody())).body.result;
  const parcel = { weightOz: 12, length: 8, width: 6, height: 4 };
  const { packageId, rates } = (await rest('POST', '/public/shipping-info', { orderId, ...parcel })).body
    .result;
  const { rateId, method, serviceLevel } = rates[0];
  const refused = await rest('POST', '/public/purchase-label', {
    orderId,
    packageId,
    rateId,
    method,
    serviceLevel,
  });
  expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } });
  await eventually(() =>
    expect(servicesThatNamed(idOf(refused))).toEqual(['billing', 'gateway', 'shipping']),
  );
});

it('reads that share one message keep the ids of their own requests [REST-E11]', async () => {
  const answers = await Promise.all(
    [901, 902, 903, 904].map((orderId) => rest('GET', `/public/order/${orderId}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await eventually(() => {
    for (const answer of answers) expect(servicesThatNamed(idOf(answer))).toEqual(['gateway', 'orders']);
  });
  expect(new Set(answers.map(idOf)).size).toBe(4);
});
