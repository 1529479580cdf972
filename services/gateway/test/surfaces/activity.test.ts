import {
  ActivityActor,
  ActivityOutcome,
  type BeginActivityRequest,
  type EndActivityRequest,
} from '@parcelyard/contracts/activity';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { eventually } from '@parcelyard/testing/eventually';
import { ACTIVITY_ACTIONS } from '../../src/operations/activity-actions';
import { restRoutes } from '../../src/surfaces/rest/routes';
import { catalogue } from '../../src/tools/catalogue';
import { aLabel, anOrder } from '../support/contracts';
import { ACCOUNT_ID, TOKEN_ISSUED_AT, TOKENS } from '../support/fake-auth';
import { fakeOwners } from '../support/fake-owners';
import { type OwnerVisit, visitAsOwner } from '../support/owner-visit';
import { rest } from '../support/rest';
import { callTool, type Options, startGateway, type TestGateway } from '../support/start-gateway';

const purchase = {
  order_id: 1001,
  rate_id: 'sealed-rate',
  package_id: 'sealed-package',
  method: 'USPS Ground Advantage',
  service_level: 'usps_ground_advantage',
};
const restPurchase = {
  orderId: 1001,
  rateId: 'sealed-rate',
  packageId: 'sealed-package',
  method: 'USPS Ground Advantage',
  serviceLevel: 'usps_ground_advantage',
};

const NO_REFUND = { refundStatus: 'none', refundAmountCents: 0, refundBegunCents: 0 };

const buying = (chargedNow = true): Partial<Options> => ({
  shipping: {
    buyLabel: async ({ confirm }) => {
      if (!confirm) throw new DomainError('failed_precondition', 'text', { text: 'A preview.' });
      const bought = { postageCents: 745, insuranceCents: 100, feeCents: 30 };
      return { outcome: { $case: 'result', result: { label: aLabel(), chargedNow, ...bought } } };
    },
    cancelOrder: async () => ({
      outcome: {
        $case: 'result',
        result: { order: anOrder(), labelVoided: false, note: 'Canceled.', ...NO_REFUND },
      },
    }),
  },
});

const recorded = ({ authCalls }: TestGateway) => authCalls.filter(({ method }) => /Activity$/.test(method));
const beginnings = (gateway: TestGateway) =>
  recorded(gateway)
    .filter(({ method }) => method === 'beginActivity')
    .map(({ request }) => request as BeginActivityRequest);

/** Waits until the gateway has told auth how the action ended. The gateway does this after its answer. */
async function theEnd(gateway: TestGateway): Promise<EndActivityRequest> {
  await eventually(() => expect(recorded(gateway)).toHaveLength(2));
  return recorded(gateway)[1]?.request as EndActivityRequest;
}

const byToken = (surface: string) => ({
  actor: ActivityActor.TOKEN,
  surface,
  appName: '',
  tokenIssuedAt: TOKEN_ISSUED_AT,
});

describe('a confirmed action', () => {
  it('over MCP is recorded with token, order, amount and the request id of the logs [MCP-W1]', async () => {
    const gateway = await startGateway(buying());
    await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(beginnings(gateway)).toEqual([
      {
        accountId: ACCOUNT_ID,
        requestId: expect.stringMatching(/^[\w-]{36}$/),
        action: 'buy_label',
        author: byToken('mcp'),
        subject: { orderId: 1001 },
      },
    ]);
    const [{ requestId } = { requestId: '' }] = beginnings(gateway);
    expect(await theEnd(gateway)).toEqual({
      accountId: ACCOUNT_ID,
      requestId,
      outcome: ActivityOutcome.DONE,
      reason: '',
      subject: { amountCents: 875 },
    });
  });

  it('over REST is recorded under the name of the corresponding tool [MCP-W1]', async () => {
    const gateway = await startGateway(buying());
    await rest(gateway, 'POST', '/public/purchase-label', restPurchase);
    expect(beginnings(gateway)).toMatchObject([
      { action: 'buy_label', author: byToken('rest'), subject: { orderId: 1001 } },
    ]);
    expect(await theEnd(gateway)).toMatchObject({ subject: { amountCents: 875 } });
    const deleting = await startGateway(buying());
    await rest(deleting, 'DELETE', '/public/order/1001');
    expect(beginnings(deleting)).toMatchObject([{ action: 'cancel_order', subject: { orderId: 1001 } }]);
  });

  it('of a connected app is recorded with the name from the consent [MCP-W1]', async () => {
    const gateway = await startGateway(buying());
    await callTool(gateway, 'cancel_order', { order_id: 1001, confirm: true }, TOKENS.oauth);
    expect(beginnings(gateway)).toMatchObject([
      {
        author: { actor: ActivityActor.APP, surface: 'mcp', appName: 'Assistant', tokenIssuedAt: undefined },
      },
    ]);
  });

  it('that repeats an earlier one is recorded with amount 0', async () => {
    const gateway = await startGateway(buying(false));
    await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(await theEnd(gateway)).toMatchObject({ subject: { amountCents: 0 } });
  });

  it('that is refused is recorded with its reason', async () => {
    const refused = new DomainError('not_found', 'order_not_found', { orderId: 1001 });
    const gateway = await startGateway({ shipping: { buyLabel: () => Promise.reject(refused) } });
    await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(await theEnd(gateway)).toMatchObject({
      outcome: ActivityOutcome.REFUSED,
      reason: 'order_not_found',
    });
  });
});

describe('a call that changes nothing', () => {
  it.each([
    ['a preview', 'buy_label', purchase],
    ['a call with confirm: false', 'buy_label', { ...purchase, confirm: false }],
    ['a confirm with invalid arguments', 'buy_label', { confirm: true }],
    ['a read', 'get_order', { order_id: 1001 }],
  ])('%s is not recorded [MCP-W1]', async (_what, tool, args) => {
    const gateway = await startGateway({ ...buying(), orders: { getOrder: async () => anOrder() } });
    await callTool(gateway, tool, args);
    expect(recorded(gateway)).toEqual([]);
  });
});

describe('while the activity log cannot be written', () => {
  const away = () => Promise.reject(new DomainError('unavailable', 'unavailable', {}));
  const WORDS =
    "The action could not be written to the account's activity log, so nothing was done. Try again in a moment.";

  it('no tool is confirmed, and the refusal says that nothing was done [MCP-W2]', async () => {
    const gateway = await startGateway({ ...buying(), auth: { beginActivity: away } });
    const { isError, text } = await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect([isError, text]).toEqual([true, WORDS]);
    expect(gateway.calls).toEqual([]);
  });

  it('REST answers 503 with Retry-After, and reads continue [MCP-W2]', async () => {
    const gateway = await startGateway({
      ...buying(),
      orders: { getOrder: async () => anOrder() },
      auth: { beginActivity: away },
    });
    const { status, body, headers } = await rest(gateway, 'POST', '/public/purchase-label', restPurchase);
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, WORDS, '5']);
    expect(gateway.calls).toEqual([]);
    expect((await rest(gateway, 'GET', '/public/order/1001')).status).toBe(200);
  });
});

describe('an action of the owner in the web application', () => {
  const begun = ({ gateway }: OwnerVisit) =>
    beginnings(gateway).map(({ action, author, subject }) => [
      action,
      author?.actor,
      author?.surface,
      subject,
    ]);

  it('is recorded when a key is replaced, and not when it is only shown', async () => {
    const visit = await visitAsOwner();
    const page = await visit.visitor.open('/settings/api');
    await visit.visitor.press(page, 'Show API key');
    expect(begun(visit)).toEqual([]);
    await visit.visitor.press(await visit.visitor.click(page, 'Generate API key'), 'Generate API key');
    expect(begun(visit)).toEqual([['token_replaced', ActivityActor.OWNER, 'web', {}]]);
  });

  it('is recorded once when a key is replaced by two clicks', async () => {
    const owners = fakeOwners();
    let issuedAt = new Date('2026-03-02T00:00:00Z');
    const auth: ReturnType<typeof fakeOwners> = {
      ...owners,
      describeAccessToken: async (...call) =>
        ({ ...(await owners.describeAccessToken?.(...call)), issuedAt }) as never,
      replaceAccessToken: async (...call) => {
        issuedAt = new Date('2026-03-02T15:00:00Z');
        return owners.replaceAccessToken?.(...call) as never;
      },
    };
    const visit = await visitAsOwner({ auth });
    const question = await visit.visitor.open('/settings/api/generate');
    await visit.visitor.press(question, 'Generate API key');
    expect((await visit.visitor.press(question, 'Generate API key')).status).toBe(200);
    expect(begun(visit)).toHaveLength(1);
  });

  it("is recorded once with the app's name when an app is disconnected", async () => {
    const app = {
      appId: 'app-1',
      name: 'Assistant',
      host: 'assistant.example',
      connections: 1,
      connectedAt: new Date('2026-03-01T00:00:00Z'),
      lastUsedAt: undefined,
    };
    let apps = [app];
    const visit = await visitAsOwner({
      auth: {
        ...fakeOwners(),
        listConnectedApps: async () => ({ apps }),
        disconnectApp: async () => {
          apps = [];
          return {};
        },
      },
    });
    const page = await visit.visitor.open('/settings/apps');
    const question = await visit.visitor.click(page, 'Disconnect Assistant');
    await visit.visitor.press(question, 'Disconnect the app');
    await visit.visitor.press(question, 'Disconnect the app');
    expect(begun(visit)).toEqual([
      ['app_disconnected', ActivityActor.OWNER, 'web', { appName: 'Assistant' }],
    ]);
  });
});

describe('the table of actions', () => {
  const byTools = catalogue.flatMap(({ name, activity }) => (activity ? [[name, activity.action]] : []));

  it('has every tool that takes confirm, under its name, and no other tool', () => {
    const confirmable = catalogue.filter(({ input }) => {
      const { shape } = input as unknown as { shape: Record<string, unknown> };
      return 'confirm' in shape;
    });
    expect(confirmable).toHaveLength(11);
    expect(byTools).toEqual(confirmable.map(({ name }) => [name, name]));
  });

  it('has every write over REST except those in this list', () => {
    // These routes have no entry in the log. The MCP tools for the same work have no preview, because they only add or
    // change records and spend nothing.
    const others = [
      ...['createCustomer', 'updateCustomer', 'createOrder', 'createOrders', 'updateOrder'],
      ...['rate', 'quote', 'validateAddress', 'shippingInfo', 'registerWebhook', 'deleteWebhook'],
      ...['testWebhook', 'replayWebhookDelivery'],
    ];
    const writes = restRoutes.filter(({ method, access }) => method !== 'GET' && access === 'bearer');
    const silent = writes.filter(({ activity }) => !activity).map(({ operationId }) => operationId);
    expect(silent.sort()).toEqual(others.sort());
  });

  it('has only actions that are recorded', () => {
    const recordable = [
      ...byTools.map(([, action]) => action),
      ...restRoutes.flatMap(({ activity }) => activity?.action ?? []),
      ...['limits_changed', 'approval_allowed', 'approval_denied', 'app_connected', 'app_disconnected'],
    ];
    expect(Object.keys(ACTIVITY_ACTIONS).sort()).toEqual([...new Set(recordable)].sort());
  });
});
