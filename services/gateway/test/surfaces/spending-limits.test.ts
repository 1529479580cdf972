import { ConnectionKind } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure } from '@parcelyard/service-kit/failure';
import { aBalance } from '../support/contracts';
import { TOKENS } from '../support/fake-auth';
import { rest } from '../support/rest';
import { BASE_URL, callTool, startGateway } from '../support/start-gateway';

const REFUSALS = {
  label: new DomainError('resource_exhausted', 'label_limit_passed', { limitCents: 5000, batch: false }),
  day: new DomainError('resource_exhausted', 'day_limit_passed', {
    limitCents: 5000,
    leftCents: 1240,
    batch: false,
  }),
  batchDay: new DomainError('resource_exhausted', 'day_limit_passed', {
    limitCents: 5000,
    leftCents: 1240,
    batch: true,
  }),
  asked: new DomainError('permission_denied', 'approval_needed', {
    approvalId: 'apr_1',
    totalCents: 6210,
    askAboveCents: 5000,
    batch: false,
    expiresAt: '2026-03-02T16:00:00.000Z',
  }),
  batchAsked: new DomainError('permission_denied', 'approval_needed', {
    approvalId: 'apr_2',
    totalCents: 41_200,
    askAboveCents: 5000,
    batch: true,
    expiresAt: '2026-03-02T16:00:00.000Z',
  }),
};

const purchase = {
  order_id: 1,
  rate_id: 'rate',
  package_id: 'package',
  method: 'USPS Ground Advantage',
  service_level: 'usps_ground_advantage',
  confirm: true,
};
const inRest = {
  orderId: 1,
  rateId: 'rate',
  packageId: 'package',
  method: 'USPS Ground Advantage',
  serviceLevel: 'usps_ground_advantage',
};
const refusing = (error: DomainError) =>
  startGateway({
    shipping: {
      buyLabel: async () => {
        throw error;
      },
      triggerBatch: async () => {
        throw error;
      },
    },
  });

it.each([
  [
    'label',
    "This label would pass the account's spending limit of $50.00 a label. The owner can change it under Settings, Limits. Nothing was charged.",
  ],
  [
    'day',
    "This label would pass the account's spending limit of $50.00 a day: $12.40 is left today. The owner can change it under Settings, Limits. Nothing was charged.",
  ],
  [
    'asked',
    `This label costs $62.10, above $50.00 where the owner wants to be asked. Approve it at ${BASE_URL}/approve/apr_1, then repeat the call. Nothing was charged.`,
  ],
] as const)('a refused label (%s) has the fixed message [MCP-W7] [MCP-W9]', async (which, words) => {
  const { isError, text } = await callTool(await refusing(REFUSALS[which]), 'buy_label', purchase);
  expect([isError, text]).toEqual([true, words]);
});

it.each([
  [
    'batchDay',
    /^This batch would pass the account's spending limit of \$50\.00 a day: \$12\.40 is left today\. /,
  ],
  [
    'batchAsked',
    /^This batch costs \$412\.00, above \$50\.00 where the owner wants to be asked\. Approve it at /,
  ],
] as const)('a refused batch (%s) has a message about the whole batch [MCP-W7]', async (which, words) => {
  const gateway = await refusing(REFUSALS[which]);
  const { text } = await callTool(gateway, 'trigger_batch_purchase', { confirm: true });
  expect(text).toMatch(words);
});

it('every call that spends sends the connection kind', async () => {
  const gateway = await refusing(REFUSALS.day);
  await callTool(gateway, 'buy_label', purchase);
  await callTool(gateway, 'trigger_batch_purchase', { confirm: true });
  await rest(gateway, 'POST', '/public/purchase-label', inRest);
  const connectionKinds = gateway.calls.map(
    ({ request }) => (request as { connectionKind?: ConnectionKind }).connectionKind,
  );
  expect(connectionKinds).toEqual([ConnectionKind.TOKEN, ConnectionKind.TOKEN, ConnectionKind.TOKEN]);
});

it('get_balance returns the limits of the connection kind [MCP-W10]', async () => {
  const limits = {
    token: { perLabelCents: 5000, perDayCents: 20_000, askAboveCents: undefined, spentTodayCents: 1250 },
    app: { perLabelCents: undefined, perDayCents: 500, askAboveCents: 100, spentTodayCents: 700 },
  };
  const gateway = await startGateway({
    billing: { getBalance: async () => aBalance({ limits }) },
    shipping: { getPendingRefunds: async () => ({ count: 0, amountCents: 0 }) },
  });
  const shown = async (token: string) =>
    (await callTool(gateway, 'get_balance', {}, token)).data?.spending_limits;
  expect(await shown(TOKENS.access)).toEqual({
    per_label: 50,
    per_day: 200,
    ask_above: null,
    spent_today: 12.5,
    left_today: 187.5,
  });
  expect(await shown(TOKENS.oauth)).toEqual({
    per_label: null,
    per_day: 5,
    ask_above: 1,
    spent_today: 7,
    left_today: 0,
  });
});

it("a preview says that a confirm would need the owner's approval", async () => {
  const approval = failure('permission_denied', 'approval_foreseen', {
    totalCents: 6210,
    askAboveCents: 5000,
    batch: false,
  });
  const preview = {
    postageCents: 6210,
    insuranceCents: 0,
    feeCents: 0,
    totalChargeCents: 6210,
    rechargeCents: 0,
    currentBalanceCents: 9000,
    balanceAfterCents: 2790,
    autoRechargeWouldFire: false,
    balanceWouldGoNegative: false,
    existingLabel: undefined,
    customsItems: [],
    warnings: [],
    approval,
  };
  const gateway = await startGateway({
    shipping: { buyLabel: async () => ({ outcome: { $case: 'preview', preview: preview as never } }) },
  });
  const { data } = await callTool(gateway, 'buy_label', { ...purchase, confirm: false });
  expect(data?.message).toMatch(
    /above \$50\.00 where the owner wants to be asked\. A confirm charges nothing/,
  );
});

describe('over REST', () => {
  it.each([
    ['label', { code: 'limit_reached' }],
    ['day', { code: 'limit_reached' }],
    ['asked', { code: 'approval_needed', approvalUrl: `${BASE_URL}/approve/apr_1` }],
  ] as const)(
    'a refusal (%s) gets 403 with its code and the same message [REST-E9]',
    async (which, members) => {
      const { status, body } = await rest(
        await refusing(REFUSALS[which]),
        'POST',
        '/public/purchase-label',
        inRest,
      );
      expect(status).toBe(403);
      expect(body).toMatchObject({
        success: false,
        error: expect.stringMatching(/^This label /),
        ...members,
      });
      expect(body.error).toContain(which === 'asked' ? `${BASE_URL}/approve/apr_1` : 'Settings, Limits');
    },
  );

  it.each(['day', 'asked'] as const)(
    'a refusal (%s) is not stored under the idempotency key [REST-E9]',
    async (which) => {
      const released: string[] = [];
      const gateway = await startGateway({
        auth: {
          claimIdempotencyKey: async () => ({ outcome: 1, holder: 'h', answer: undefined }) as never,
          releaseIdempotencyKey: async ({ key }) => {
            released.push(key);
            return {};
          },
        },
        shipping: {
          buyLabel: async () => {
            throw REFUSALS[which];
          },
        },
      });
      const key = { 'idempotency-key': 'once' };
      await rest(gateway, 'POST', '/public/purchase-label', inRest, key);
      expect(released).toEqual(['once']);
    },
  );
});
