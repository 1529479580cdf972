import type { Report } from '@parcelyard/contracts/orders';
import { SHOP_DAY, someFeatures } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

const spend = (month: string, labels = 0, cents = 0) => ({
  month,
  labels,
  postageCents: cents,
  feesCents: 30 * labels,
  insuranceCents: 100 * labels,
  refundsCents: labels,
  adjustmentsCents: 410 * labels,
});
const volume = {
  carrier: '',
  serviceLevel: '',
  method: '',
  state: '',
  date: '',
  refundsCents: 345,
  adjustmentsCents: -200,
  labels: 3,
  costCents: 2345,
};

const REPORT: Report = {
  from: '2026-02-01',
  to: '2026-03-02',
  months: [spend('2026-02'), spend('2026-03', 3, 2001)],
  taxes: [
    { month: '2026-02', state: 'TX', orders: 2, taxableCents: 10_010, taxCents: 825 },
    { month: '2026-03', state: '', orders: 1, taxableCents: 500, taxCents: 0 },
  ],
  byCarrier: [{ ...volume, carrier: 'usps' }],
  byService: [{ ...volume, carrier: 'usps', serviceLevel: 'usps_priority', method: 'USPS Priority Mail' }],
  byDestinationState: [
    { ...volume, state: 'NY', labels: 2 },
    { ...volume, labels: 1 },
  ],
  byDay: [{ ...volume, date: '2026-03-02' }],
  deliveries: 2,
  deliverySeconds: 86_400 * 5,
  promisedDeliveries: 3,
  onTimeDeliveries: 2,
  pendingRefunds: 1,
  pendingRefundsCents: 512,
};

const TOOLS = ['get_shipping_report', 'get_tax_report', 'get_shipping_analytics'];

const withPlan = (businessReporting: boolean, report = REPORT) =>
  startGateway({
    billing: { getFeatures: async () => someFeatures(businessReporting) },
    orders: { getReport: async () => report },
  });

describe('the report tools', () => {
  it.each(TOOLS)('%s requires business reporting, and reads nothing without it [MCP-L8]', async (tool) => {
    const gateway = await withPlan(false);
    const { isError, text } = await callTool(gateway, tool);
    expect([isError, text]).toEqual([
      true,
      'Your current Ship.com plan does not include business reporting. Upgrade the subscription to use this tool.',
    ]);
    expect(gateway.calls.map(({ method }) => method)).toEqual(['getFeatures']);
  });

  it.each([
    [{}, 6],
    [{ months: 24 }, 24],
  ])('get_shipping_report %j returns the spending by month [MCP-B5]', async (args, months) => {
    const gateway = await withPlan(true);
    const { data } = await callTool(gateway, 'get_shipping_report', args);
    expect(gateway.calls[1]).toEqual({
      method: 'getReport',
      request: { accountId: ACCOUNT_ID, from: '', to: '', months, days: 0 },
    });
    const row = {
      labels: 3,
      postage: 20.01,
      fees: 0.9,
      insurance: 3,
      refunds: 0.03,
      adjustments: 12.3,
      net: 36.18,
      average_cost: 7.97,
    };
    const none = {
      labels: 0,
      postage: 0,
      fees: 0,
      insurance: 0,
      refunds: 0,
      adjustments: 0,
      net: 0,
      average_cost: null,
    };
    expect(data).toEqual({
      period: { from: '2026-02-01', to: '2026-03-02' },
      ...SHOP_DAY,
      totals: row,
      pending_refunds: { count: 1, amount: 5.12 },
      months: [
        { month: '2026-02', ...none },
        { month: '2026-03', ...row },
      ],
    });
  });

  it.each([
    [0, 'months must be at least 1; got 0.'],
    [25, 'months must be at most 24; got 25.'],
  ])('get_shipping_report refuses %j months', async (months, message) => {
    const { text } = await callTool(await withPlan(true), 'get_shipping_report', { months });
    expect(text).toBe(message);
  });

  it('get_tax_report returns taxes by month and state [MCP-B6]', async () => {
    const gateway = await withPlan(true);
    const { data } = await callTool(gateway, 'get_tax_report', { from: '2026-02-01' });
    expect(gateway.calls[1]?.request).toEqual({
      accountId: ACCOUNT_ID,
      from: '2026-02-01',
      to: '',
      months: 12,
      days: 0,
    });
    expect(data).toEqual({
      period: { from: '2026-02-01', to: '2026-03-02' },
      ...SHOP_DAY,
      totals: { orders: 3, taxable: 105.1, tax: 8.25 },
      states: [
        { state: null, orders: 1, taxable: 5, tax: 0 },
        { state: 'TX', orders: 2, taxable: 100.1, tax: 8.25 },
      ],
      months: [
        { month: '2026-02', state: 'TX', orders: 2, taxable: 100.1, tax: 8.25 },
        { month: '2026-03', state: null, orders: 1, taxable: 5, tax: 0 },
      ],
    });
  });

  it('get_shipping_analytics returns volumes and deliveries [MCP-B7]', async () => {
    const gateway = await withPlan(true);
    const { data } = await callTool(gateway, 'get_shipping_analytics', { to: '2026-03-02' });
    expect(gateway.calls[1]?.request).toEqual({
      accountId: ACCOUNT_ID,
      from: '',
      to: '2026-03-02',
      months: 0,
      days: 30,
    });
    expect(data).toEqual({
      period: { from: '2026-02-01', to: '2026-03-02' },
      ...SHOP_DAY,
      totals: { labels: 3, cost: 23.45, refunds: 3.45, adjustments: -2, net: 18, deliveries: 2 },
      pending_refunds: { count: REPORT.pendingRefunds, amount: REPORT.pendingRefundsCents / 100 },
      by_carrier: [{ carrier: 'usps', labels: 3, cost: 23.45, refunds: 3.45, adjustments: -2, net: 18 }],
      by_service: [
        {
          carrier: 'usps',
          service_level: 'usps_priority',
          method: 'USPS Priority Mail',
          labels: 3,
          cost: 23.45,
          refunds: 3.45,
          adjustments: -2,
          net: 18,
        },
      ],
      by_destination_state: [
        { state: 'NY', labels: 2, cost: 23.45, refunds: 3.45, adjustments: -2, net: 18 },
        { state: null, labels: 1, cost: 23.45, refunds: 3.45, adjustments: -2, net: 18 },
      ],
      by_day: [{ date: '2026-03-02', labels: 3, cost: 23.45, refunds: 3.45, adjustments: -2, net: 18 }],
      average_delivery_days: 2.5,
      on_time_rate: 0.667,
    });
  });

  it.each([
    ['1 only when all parcels were on time', 9_999, 0.999],
    ['0 only when none was', 1, 0.001],
    ['1 when all were', 10_000, 1],
    ['0 when none was', 0, 0],
  ])('get_shipping_analytics returns an on_time_rate of %s', async (_, onTimeDeliveries, rate) => {
    const report = { ...REPORT, promisedDeliveries: 10_000, onTimeDeliveries };
    const { data } = await callTool(await withPlan(true, report), 'get_shipping_analytics');
    expect(data).toMatchObject({ on_time_rate: rate });
  });

  it('get_shipping_analytics returns null for delivery before the first delivery [MCP-B7]', async () => {
    const empty = { deliveries: 0, deliverySeconds: 0, promisedDeliveries: 0, onTimeDeliveries: 0 };
    const { data } = await callTool(
      await withPlan(true, { ...REPORT, ...empty, byCarrier: [] }),
      'get_shipping_analytics',
    );
    expect(data).toMatchObject({
      average_delivery_days: null,
      on_time_rate: null,
      totals: { labels: 0, cost: 0, refunds: 0, net: 0, deliveries: 0 },
    });
  });

  it.each(['get_tax_report', 'get_shipping_analytics'])('%s accepts only calendar dates', async (tool) => {
    const { text } = await callTool(await withPlan(true), tool, { from: '2026-02-30' });
    expect(text).toBe('from must be a calendar date as YYYY-MM-DD; got "2026-02-30".');
  });
});
