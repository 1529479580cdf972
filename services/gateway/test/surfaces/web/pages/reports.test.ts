import type { Report } from '@parcelyard/contracts/orders';
import { someFeatures } from '../../../support/contracts';
import { visitAsOwner } from '../../../support/owner-visit';
import { callTool } from '../../../support/start-gateway';

const spend = (month: string, labels: number, cents: number) => ({
  month,
  labels,
  postageCents: cents,
  feesCents: 30 * labels,
  insuranceCents: 100 * labels,
  refundsCents: 123,
  adjustmentsCents: 0,
});
const volume = {
  carrier: '',
  serviceLevel: '',
  method: '',
  state: '',
  date: '',
  labels: 3,
  costCents: 234_567,
  refundsCents: 4_321,
  adjustmentsCents: 0,
};

const REPORT: Report = {
  from: '2026-02-01',
  to: '2026-03-02',
  months: [spend('2026-02', 0, 0), spend('2026-03', 3, 200_150)],
  taxes: [
    { month: '2026-02', state: 'TX', orders: 2, taxableCents: 10_010, taxCents: 825 },
    { month: '2026-03', state: '', orders: 1, taxableCents: 500, taxCents: 41 },
  ],
  byCarrier: [{ ...volume, carrier: 'usps' }],
  byService: [{ ...volume, carrier: 'usps', serviceLevel: 'usps_priority', method: 'USPS Priority Mail' }],
  byDestinationState: [{ ...volume, state: 'NY' }],
  byDay: [{ ...volume, date: '2026-03-02' }],
  deliveries: 4,
  deliverySeconds: 86_400 * 10,
  promisedDeliveries: 3,
  onTimeDeliveries: 2,
  pendingRefunds: 1,
  pendingRefundsCents: 777,
};

const withPlan = (businessReporting: boolean, report = REPORT) =>
  visitAsOwner({
    billing: { getFeatures: async () => someFeatures(businessReporting) },
    orders: { getReport: async () => report },
  });

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

describe('the reports page', () => {
  it('shows the figures of the report tools', async () => {
    const { gateway, visitor } = await withPlan(true);
    const { text } = await visitor.open('/reports');
    const data = async (tool: string) => (await callTool(gateway, tool)).data as Record<string, never>;
    const spent = (await data('get_shipping_report')) as unknown as {
      totals: { net: number; average_cost: number };
      months: { postage: number; insurance: number; fees: number; refunds: number; net: number }[];
      pending_refunds: { amount: number };
    };
    const tax = (await data('get_tax_report')) as unknown as {
      totals: { tax: number; taxable: number };
      states: { taxable: number }[];
    };
    const analytics = (await data('get_shipping_analytics')) as unknown as {
      totals: { cost: number; net: number };
      by_carrier: { refunds: number }[];
      on_time_rate: number;
      average_delivery_days: number;
    };
    const month = spent.months[1];
    for (const amount of [
      ...[spent.totals.net, spent.totals.average_cost, month?.postage, month?.insurance, month?.fees],
      ...[month?.refunds, month?.net, tax.totals.tax, tax.totals.taxable, analytics.totals.cost],
      ...[spent.pending_refunds.amount, analytics.totals.net, analytics.by_carrier[0]?.refunds],
      ...tax.states.map(({ taxable }) => taxable),
    ]) {
      expect(text).toContain(dollars.format(amount as number));
    }
    expect(text).toContain(`${analytics.on_time_rate * 100}%`);
    expect(text).toContain(String(analytics.average_delivery_days));
  });

  it('shows adjustments by carriers', async () => {
    const months = [{ ...spend('2026-03', 3, 200_150), adjustmentsCents: 410 }];
    const { visitor } = await withPlan(true, { ...REPORT, months });
    const { text } = await visitor.open('/reports');
    expect(text).toMatch(/Adjusted by carriers\s+\$4\.10/);
  });

  it('requests the same date range as the tools, unless the reader selects another', async () => {
    const { gateway, visitor } = await withPlan(true);
    const spans = async (address: string) => {
      gateway.calls.splice(0);
      await visitor.open(address);
      const asked = gateway.calls.filter(({ method }) => method === 'getReport');
      return asked.map(({ request }) => {
        const { months, days } = request as { months: number; days: number };
        return [months, days];
      });
    };
    expect(await spans('/reports')).toEqual([
      [6, 0],
      [0, 30],
      [12, 0],
    ]);
    expect(await spans('/reports?months=24&days=7')).toEqual([
      [24, 0],
      [0, 7],
      [12, 0],
    ]);
    expect(await spans('/reports?months=999&days=x')).toEqual([
      [6, 0],
      [0, 30],
      [12, 0],
    ]);
  });

  it('has a title and a description for each chart, and no inline style', async () => {
    const { visitor } = await withPlan(true);
    const { html } = await visitor.open('/reports');
    const charts = [...html.matchAll(/<svg class="chart"[\s\S]*?<\/svg>/g)].map(([svg]) => svg);
    expect(charts).toHaveLength(4);
    for (const chart of charts) {
      expect(chart).toMatch(/role="img" aria-labelledby="([\w-]+)-title \1-description"/);
      expect(chart).toMatch(/<title id="[\w-]+-title">[^<]+<\/title><desc id="[\w-]+">[^<]+<\/desc>/);
      expect(chart).not.toContain('NaN');
    }
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('has a column for refunds or adjustments only when there are any, so that destinations fit a phone', async () => {
    const rows = (state: string, changes: object) => [{ ...volume, state, refundsCents: 0, ...changes }];
    const headings = async (changes: object) => {
      const { visitor } = await withPlan(true, { ...REPORT, byDestinationState: rows('NY', changes) });
      const { html } = await visitor.open('/reports');
      const [, table = ''] =
        /<div class="(table-wrap \w+"><table><caption[^>]*>Labels by destination.*?)<\/thead>/s.exec(html) ??
        [];
      const names = [...table.matchAll(/<th[^>]*>([^<]+)/g)].map(([, name]) => name);
      return [/^table-wrap (\w+)/.exec(table)?.[1], ...names];
    };
    expect(await headings({})).toEqual(['compact', 'State', 'Labels', 'Cost', 'Net']);
    expect(await headings({ refundsCents: 1, adjustmentsCents: -1 })).toEqual([
      ...['stacked', 'State', 'Labels', 'Cost', 'Refunds', 'Adjustments', 'Net'],
    ]);
  });

  it('says for a new account that there is nothing to show', async () => {
    const nothing: Report = {
      from: '2026-02-01',
      to: '2026-03-02',
      months: [spend('2026-03', 0, 0)],
      taxes: [],
      byCarrier: [],
      byService: [],
      byDestinationState: [],
      byDay: [],
      deliveries: 0,
      deliverySeconds: 0,
      promisedDeliveries: 0,
      onTimeDeliveries: 0,
      pendingRefunds: 0,
      pendingRefundsCents: 0,
    };
    const { visitor } = await withPlan(true, nothing);
    const { html, text } = await visitor.open('/reports');
    expect(text).toContain('No label was bought in this period.');
    expect(text).toContain('There are no orders in this period.');
    expect(html).not.toContain('NaN');
  });

  it('names the required plan feature when the plan has none, and reads nothing', async () => {
    const { visitor, called } = await withPlan(false);
    called();
    const { status, text } = await visitor.open('/reports');
    expect(status).toBe(200);
    expect(text).toContain('Your plan does not include business reporting.');
    expect(called()).toEqual(['getFeatures']);
  });
});
