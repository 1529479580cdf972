import { type Authorization, AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { eventually } from '@parcelyard/testing/eventually';
import { ACCOUNT_ID } from '../../support/fake-auth';
import { post, startGateway } from '../../support/start-gateway';

const GRANT: Authorization = {
  outcome: AuthorizeOutcome.GRANTED,
  connectionKind: ConnectionKind.TOKEN,
  appName: '',
  issuedAt: undefined,
  accountId: ACCOUNT_ID,
  timeZone: 'Europe/Berlin',
};

const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const READ = call('list_lapsed_customers');

/**
 * Starts a gateway and sends it one call, so that auth has already accepted the token. After that, the test decides
 * what auth answers.
 */
async function setUp() {
  let decide = (): Authorization | Promise<Authorization> => GRANT;
  const gateway = await startGateway({
    auth: {
      authorize: async ({ items }) => ({ authorizations: await Promise.all(items.map(() => decide())) }),
    },
    customers: { listLapsedCustomers: async () => ({ customers: [], total: 0 }) },
  });
  await post(gateway, READ);
  gateway.calls.length = 0;
  gateway.authCalls.length = 0;
  return {
    gateway,
    decideBy: (next: typeof decide) => {
      decide = next;
    },
    /** Lets auth answer only when the returned function is called. */
    holdAuth: () => {
      let release: (authorization: Authorization) => void = () => undefined;
      const held = new Promise<Authorization>((resolve) => {
        release = resolve;
      });
      decide = () => held;
      return release;
    },
    zonesRead: () =>
      gateway.calls.map(({ method, request }) => [method, (request as { timeZone?: string }).timeZone]),
  };
}

describe('a read-only tool with a token that was granted before', () => {
  it('reads while auth checks the token, and answers afterwards', async () => {
    const t = await setUp();
    const release = t.holdAuth();
    let isAnswered = false;
    const answer = post(t.gateway, READ).then((response) => {
      isAnswered = true;
      return response.json();
    });
    await eventually(async () => expect(t.gateway.calls).toHaveLength(1));
    expect(isAnswered).toBe(false);
    release(GRANT);
    expect(await answer).toMatchObject({ result: { isError: false } });
    expect(t.zonesRead()).toEqual([['listLapsedCustomers', 'Europe/Berlin']]);
  });

  it.each([
    ['401 when the token was revoked meanwhile', AuthorizeOutcome.INVALID_TOKEN, 401],
    ['401 when it expired meanwhile', AuthorizeOutcome.EXPIRED_TOKEN, 401],
    ['429 when it is over its limit', AuthorizeOutcome.RATE_LIMITED, 429],
  ])('gets %s, whatever was read', async (_, outcome, status) => {
    const t = await setUp();
    const release = t.holdAuth();
    const answer = post(t.gateway, READ);
    await eventually(async () => expect(t.gateway.calls).toHaveLength(1));
    release({ ...GRANT, outcome });
    const response = await answer;
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('customers');
  });

  it('reads again when the time zone of the account has changed', async () => {
    const t = await setUp();
    t.decideBy(() => ({ ...GRANT, timeZone: 'Asia/Tokyo' }));
    expect(await (await post(t.gateway, READ)).json()).toMatchObject({ result: { isError: false } });
    expect(t.zonesRead()).toEqual([
      ['listLapsedCustomers', 'Europe/Berlin'],
      ['listLapsedCustomers', 'Asia/Tokyo'],
    ]);
  });

  it('reads after auth when the last request of the token was refused', async () => {
    const t = await setUp();
    t.decideBy(() => ({ ...GRANT, outcome: AuthorizeOutcome.RATE_LIMITED }));
    await post(t.gateway, READ);
    t.gateway.calls.length = 0;
    const release = t.holdAuth();
    const answer = post(t.gateway, READ);
    await eventually(async () => expect(t.gateway.authCalls).toHaveLength(2));
    expect(t.gateway.calls).toEqual([]);
    release(GRANT);
    expect((await answer).status).toBe(200);
    expect(t.zonesRead()).toHaveLength(1);
  });
});

it.each([
  ['that writes', call('create_or_update_customer', { email: 'ada@example.com' })],
  ['that calls a carrier', call('validate_address', { street1: '1 Main St', city: 'Austin', state: 'TX' })],
])('a tool %s waits until auth has granted the token', async (_, message) => {
  const t = await setUp();
  const release = t.holdAuth();
  const answer = post(t.gateway, message);
  await eventually(async () => expect(t.gateway.authCalls).toHaveLength(1));
  expect(t.gateway.calls).toEqual([]);
  release(GRANT);
  await answer;
  expect(t.gateway.calls).not.toEqual([]);
});
