import { eventually } from '@parcelyard/testing/eventually';
import { type AnswerJudge, type AnswersDocument, judgeAnswers } from './support/judge-answers';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { anOrderBody, createRestClient, type RestAnswer, type RestClient } from './support/rest-client';
import { connectSandboxStore } from './support/sandbox-store';
import { shareStack } from './support/share-stack';
import { createAccount, shipctl } from './support/shipctl';
import type { RunningStack } from './support/start-stack';
import { useOwnAccount } from './support/use-own-account';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; example?: unknown }[];
  readonly requestBody?: { content: { 'application/json': { example: unknown } } };
  readonly responses: AnswersDocument['paths'][string][string]['responses'];
}

type Document = AnswersDocument & { paths: Record<string, Record<string, Operation>> };

/**
 * All operations, in an order in which each call succeeds: an operation comes after those whose results it needs.
 * Operations whose changes would disturb other operations come last.
 */
const WORKABLE_ORDER = [
  ...['createAccount', 'createAccounts', 'createToken', 'createCustomer', 'createOrder', 'createOrders'],
  ...['getOrder', 'updateOrder', 'listOrders', 'listCustomers', 'getCustomer', 'updateCustomer'],
  ...['registerWebhook', 'getWebhook', 'rate', 'quote', 'validateAddress', 'shippingInfo', 'purchaseLabel'],
  ...[
    'getBalance',
    'getTracking',
    'markLabelsPrinted',
    'schedulePickup',
    'listPickups',
    'getPickup',
    'cancelPickup',
    'voidLabel',
  ],
  ...['rotateWebhookSecret', 'testWebhook', 'listWebhookDeliveries', 'replayWebhookDelivery'],
  ...['deleteOrder', 'deleteWebhook', 'getChangelog'],
  ...['requestReturn', 'withdrawReturn', 'purchaseReturnLabel', 'receiveReturn', 'completeReturn'],
  'refreshToken',
];

/** For each fixed id in the examples, the operation whose answer contains the real id. */
const FIXED: readonly { example: unknown; operation: string; real(result: never): unknown }[] = [
  { example: 10482, operation: 'createOrder', real: (order: { id: number }) => order.id },
  { example: 1203, operation: 'createOrder', real: (order: { customerId: number }) => order.customerId },
  { example: 311, operation: 'schedulePickup', real: (pickup: { pickupId: number }) => pickup.pickupId },
  { example: 90210, operation: 'testWebhook', real: (row: { deliveryId: number }) => row.deliveryId },
];

describe('the examples of the published document', () => {
  let stack: RunningStack;
  let rest: RestClient;
  let document: Document;
  let judge: AnswerJudge;
  let mcp: McpClient;
  let pickupDay: string;
  const answers = new Map<string, RestAnswer>();

  beforeAll(async () => {
    stack = await shareStack();
    const account = await createAccount(stack.dataDir, '--plan', 'enterprise', '--balance', '100');
    rest = createRestClient(stack.file().baseUrl, account.accessToken);
    mcp = createMcpClient(stack.file().mcpUrl, account.accessToken);
    document = (await rest('GET', '/public/openapi.json')).body;
    judge = judgeAnswers(document);
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  const operation = (operationId: string) => {
    const found = operations().find(({ operation }) => operation.operationId === operationId);
    if (!found) throw new Error(`There is no operation ${operationId}.`);
    return found;
  };

  /** Returns an example's value, with this account's ids in place of the fixed ids. */
  const real = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (name, given) => {
      if (name === 'rateId' || name === 'packageId') return sealOf(name);
      if (name === 'date') return pickupDay;
      const fixed = FIXED.find(({ example, operation }) => example === given && answers.has(operation));
      return fixed ? fixed.real(answers.get(fixed.operation)?.body.result as never) : given;
    });

  const sealOf = (name: string) => {
    const { packageId, rates } = answers.get('shippingInfo')?.body.result ?? {};
    return name === 'packageId' ? packageId : rates[0].rateId;
  };

  const findPickupDay = async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const day = await mcp.expectData('check_pickup_availability', { date: tomorrow });
    pickupDay = (day.available ? tomorrow : day.next_available_date) as string;
  };

  /** Creates, buys and delivers a second order, because the first order was deleted. */
  const deliverAnOrder = async () => {
    const created = await rest('POST', '/public/order', anOrderBody({}));
    answers.set('createOrder', created);
    for (const operationId of ['shippingInfo', 'purchaseLabel'])
      answers.set(operationId, await send(operation(operationId)));
    const { id } = created.body.result;
    await shipctl(stack.dataDir, 'tracking', 'advance', String(id), 'Delivered');
  };

  const send = ({ path, method, operation }: ReturnType<typeof operations>[number]) => {
    const { parameters, requestBody } = operation;
    const of = (place: string) =>
      parameters.filter((each) => each.in === place && each.example !== undefined);
    const filled = of('path').reduce(
      (address, { name, example }) => address.replace(`{${name}}`, String(real(example))),
      path,
    );
    const query = new URLSearchParams(
      Object.fromEntries(of('query').map(({ name, example }) => [name, String(real(example))])),
    );
    const body = requestBody && real(requestBody.content['application/json'].example);
    const headers: Record<string, string> = path.startsWith('/public/account')
      ? { 'x-partner-key': 'local-partner-key' }
      : {};
    return rest(method.toUpperCase(), `${filled}?${query}`, body, headers);
  };

  it('work unchanged, and get the documented answers [REST-D4]', async () => {
    expect(
      operations()
        .map(({ operation }) => operation.operationId)
        .sort(),
    ).toEqual([...WORKABLE_ORDER].sort());
    for (const operationId of WORKABLE_ORDER) {
      const found = operation(operationId);
      if (operationId === 'schedulePickup') await findPickupDay();
      if (operationId === 'requestReturn') await deliverAnOrder();
      if (operationId === 'purchaseReturnLabel') await send(operation('requestReturn'));
      const answer = await send(found);
      answers.set(operationId, answer);
      const faults = judge.faultsOf(found, answer);
      const told = answer.status < 300 ? undefined : answer.body;
      expect({ operationId, told, faults }).toEqual({ operationId, told: undefined, faults: [] });
    }
  });

  it('contain every field of other answers, which are documented too [REST-D10]', async () => {
    const account = await createAccount(
      stack.dataDir,
      ...['--plan', 'enterprise', '--balance', '1', '--auto-recharge', '100'],
    );
    await shipctl(stack.dataDir, 'account', 'set', String(account.accountId), '--insurance', 'on');
    rest = createRestClient(stack.file().baseUrl, account.accessToken);
    mcp = createMcpClient(stack.file().mcpUrl, account.accessToken);
    const faults: unknown[] = [];
    const ask = async (operationId: string, body: unknown, path?: string) => {
      const found = operation(operationId);
      const key = { 'x-partner-key': 'local-partner-key' };
      const answer = await rest(found.method.toUpperCase(), path ?? found.path, body, key);
      faults.push(...judge.faultsOf(found, answer).map((fault) => ({ operationId, fault })));
      answers.set(operationId, answer);
      return answer.body.result;
    };
    const items = [{ itemCode: 'MUG', quantity: 1, price: 12.5, hsCode: '691110', originCountry: 'US' }];
    const abroad = { state: 'ON', zip: '10118', country: 'CA', city: 'Toronto', firstName: 'Łukasz 木' };
    const parcel = { weightOz: 12, length: 8, width: 6, height: 4 };
    const label = async (orderId: number) => {
      const { packageId, rates } = await ask('shippingInfo', { orderId, ...parcel, maxAmount: 1000 });
      const [{ rateId, method, serviceLevel }] = rates;
      const purchase = { orderId, rateId, packageId, method, serviceLevel };
      for (const _ of ['bought', 'repeated']) await ask('purchaseLabel', purchase);
      return orderId;
    };
    const buy = async (changes: Record<string, unknown>) =>
      label((await ask('createOrder', anOrderBody(changes))).id);
    await buy({ ...abroad, items });
    const orderId = await buy({});
    for (const _ of ['marked', 'skipped']) await ask('markLabelsPrinted', { orderIds: [orderId] });
    // The order's label is written back to the shop from which the order was imported.
    await connectSandboxStore(stack, account.accountId, 12);
    await mcp.expectData('sync_platform_orders', { days: 1 });
    const [imported] = await eventually(async () => {
      const orders = (await ask('listOrders', undefined, '/public/orders')) as {
        id: number;
        externalOrderId: unknown;
      }[];
      const ofStore = orders.filter(({ externalOrderId }) => externalOrderId !== null);
      expect(ofStore.length).toBeGreaterThan(0);
      return ofStore;
    });
    await label(imported?.id ?? 0);
    await ask('getOrder', undefined, `/public/order/${imported?.id}`);
    await findPickupDay();
    const wish = { date: pickupDay, location: 'Dock' };
    const { pickupId } = await ask('schedulePickup', wish);
    await ask('schedulePickup', wish);
    await ask('voidLabel', undefined, `/public/order/${orderId}/void-label`);
    await ask('getPickup', undefined, `/public/pickup/${pickupId}`);
    // The carrier adjusts the postage later.
    const adjusted = await buy({ externalOrderId: 'SBX_ADJUST' });
    await shipctl(stack.dataDir, 'tracking', 'advance', String(adjusted), 'InTransit');
    await ask('getOrder', undefined, `/public/order/${adjusted}`);
    await ask('getTracking', undefined, `/public/order/${adjusted}/tracking`);
    await useOwnAccount(stack.dataDir, mcp, account.accountId);
    await buy({});
    await ask('getBalance', undefined);
    await ask('listOrders', undefined, '/public/orders?cursor=');
    await ask('quote', { toZip: '00005', ...parcel });
    await ask('validateAddress', { address1: '350 5th Ave', zip: '00001' });
    await ask('createAccounts', [{ email: 'no address', password: 'short' }]);
    expect(faults).toEqual([]);
    expect(judge.unseen()).toEqual([]);
  });
});
