import type { McpClient, ToolAnswer } from './support/mcp-client';
import { shareStack } from './support/share-stack';
import { openShop, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

/** The product's plan table: what each plan includes, and its quantities for a month. Null is unlimited. */
const PLANS = {
  none: { price: 0, status: 'none', shipments: 100, emails: 0, features: [] },
  trial: { price: 0, status: 'trialing', shipments: 50, emails: 50, features: ['marketing_email'] },
  starter: { price: 0, status: 'active', shipments: 100, emails: 0, features: [] },
  basic: { price: 19, status: 'active', shipments: 500, emails: 0, features: [] },
  growth: {
    price: 49,
    status: 'active',
    shipments: 2000,
    emails: 2500,
    features: ['carrier_pickup', 'batch', 'marketing_email'],
  },
  pro: {
    price: 99,
    status: 'active',
    shipments: 10_000,
    emails: 10_000,
    features: ['carrier_pickup', 'batch', 'business_reporting', 'marketing_email'],
  },
  enterprise: {
    price: 249,
    status: 'active',
    shipments: null,
    emails: null,
    features: ['carrier_pickup', 'batch', 'business_reporting', 'marketing_email'],
  },
  classic: { price: 9, status: 'discontinued', shipments: 100, emails: 0, features: [] },
};
type PlanCode = keyof typeof PLANS;
const CODES = Object.keys(PLANS) as PlanCode[];

const featuresOf = (code: PlanCode) =>
  Object.fromEntries(
    ['carrier_pickup', 'batch', 'business_reporting', 'marketing_email'].map((feature) => [
      feature,
      PLANS[code].features.includes(feature as never),
    ]),
  );

const ON_OFFER = (['starter', 'basic', 'growth', 'pro', 'enterprise'] as const).map((code) => ({
  code,
  name: expect.any(String),
  price: PLANS[code].price,
  features: featuresOf(code),
}));

const upgrade = (feature: string) =>
  `Your current Ship.com plan does not include ${feature}. Upgrade the subscription to use this tool.`;
const NO_CAMPAIGNS = 'Marketing email campaigns are not included with your current subscription.';

interface GatedTool {
  tool: string;
  feature: string;
  /** The answer to a call when the plan does not include the feature. */
  refusal: string;
  /** Returns calls that require the feature. Some calls need the id of one of the account's customers. */
  calls(customerId: number): Record<string, unknown>[];
  /** Returns previews that every plan allows. Their `limit_check` says whether the plan allows the real call. */
  previews?: (customerId: number) => Record<string, unknown>[];
}

const MAIL = { subject: 'Hello', body: 'We have news.' };
const gated = (feature: string, refusal: string, ...calls: [string, ...Record<string, unknown>[]][]) =>
  calls.map(([tool, ...args]): GatedTool => ({ tool, feature, refusal, calls: () => args }));

const GATES: GatedTool[] = [
  ...gated('carrier_pickup', upgrade('carrier pickup scheduling'), [
    'schedule_pickup',
    { date: '2030-01-02', location: 'Porch' },
    { date: '2030-01-02', location: 'Porch', confirm: true },
  ]),
  ...gated(
    'batch',
    upgrade('batch label purchasing'),
    ['trigger_batch_purchase', {}, { confirm: true }],
    ['get_batch_status', {}],
  ),
  ...gated(
    'business_reporting',
    upgrade('business reporting'),
    ['get_shipping_report', {}],
    ['get_tax_report', {}],
    ['get_shipping_analytics', {}],
  ),
  {
    tool: 'send_customer_email',
    feature: 'marketing_email',
    refusal: NO_CAMPAIGNS,
    calls: (customer_id) => [{ customer_id, ...MAIL, confirm: true }],
    previews: (customer_id) => [{ customer_id, ...MAIL }],
  },
  {
    tool: 'send_mass_marketing_email',
    feature: 'marketing_email',
    refusal: NO_CAMPAIGNS,
    calls: () => [{ segment: 'all', ...MAIL, confirm: true }],
    previews: () => [{ segment: 'all', ...MAIL }],
  },
];

let stack: RunningStack;
beforeAll(async () => {
  stack = await shareStack();
});

/** Returns the plan requirements of the tools that this version has. */
async function offeredGates(mcp: McpClient): Promise<GatedTool[]> {
  const { tools } = (await mcp.send('tools/list')).body.result as { tools: { name: string }[] };
  const names = new Set(tools.map(({ name }) => name));
  const offered = GATES.filter(({ tool }) => names.has(tool));
  expect(offered.map(({ tool }) => tool)).toContain('schedule_pickup');
  return offered;
}

async function aCustomer({ mcp }: Shop): Promise<number> {
  const customer = await mcp.expectData('create_or_update_customer', {
    email: 'ada@example.com',
    first_name: 'Ada',
  });
  return customer.customer_id as number;
}

describe.each(CODES)('an account on plan %s', (code) => {
  const plan = PLANS[code];
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(stack, '--plan', code);
  });

  it('gets its features, limits and usage [MCP-B2]', async () => {
    const info = await shop.mcp.expectData('get_subscription_info');
    expect(info).toEqual({
      tier: {
        code,
        name: expect.any(String),
        price: plan.price,
        features: featuresOf(code),
      },
      status: plan.status,
      current_period_start: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      current_period_end: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      limits: { shipments: plan.shipments, marketing_emails: plan.emails },
      usage: { shipments: 0, marketing_emails: 0 },
      plans: ON_OFFER,
      upgrade_url: `${stack.file().baseUrl}/settings/billing`,
    });
  });

  it('can use each feature as its plan says, and otherwise gets the exact sentence [MCP-L4] [MCP-L5] [MCP-L7]', async () => {
    const customerId = await aCustomer(shop);
    for (const { tool, feature, refusal, calls, previews } of await offeredGates(shop.mcp)) {
      const open = plan.features.includes(feature as never);
      for (const args of calls(customerId)) {
        const { isError, text } = await shop.mcp.call(tool, args);
        if (open) expect([tool, text]).not.toEqual([tool, refusal]);
        else expect([tool, isError, text]).toEqual([tool, true, refusal]);
      }
      for (const args of previews?.(customerId) ?? []) {
        expect([tool, limitOf(await shop.mcp.call(tool, args))]).toEqual([
          tool,
          open ? { allowed: true, reason: null } : { allowed: false, reason: 'no_entitlement' },
        ]);
      }
    }
  });
});

function limitOf({ data }: ToolAnswer): { allowed: unknown; reason: unknown } {
  const { allowed, reason } = data.limit_check as { allowed: unknown; reason: unknown };
  return { allowed, reason };
}
