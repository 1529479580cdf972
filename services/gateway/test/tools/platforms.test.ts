import type { ImportJob } from '@parcelyard/contracts/orders';
import { anOrderRow } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

it('list_connected_platforms returns the stores, with null for a store without an import [MCP-Y1]', async () => {
  const connectedAt = new Date('2026-03-02T15:00:00.250Z');
  const store = {
    platform: 'sandbox',
    storeName: 'Mugs',
    status: 'connected',
    connectedAt,
    fulfillment: undefined,
    failedWriteBacks: 0,
  };
  const gateway = await startGateway({ orders: { listConnections: async () => ({ platforms: [store] }) } });
  const { data } = await callTool(gateway, 'list_connected_platforms');
  expect(gateway.calls).toEqual([{ method: 'listConnections', request: { accountId: ACCOUNT_ID } }]);
  expect(data).toEqual({
    platforms: [
      {
        platform: 'sandbox',
        store_name: 'Mugs',
        status: 'connected',
        connected_at: '2026-03-02T15:00:00',
        last_sync_at: null,
      },
    ],
  });
});

const job: ImportJob = {
  jobId: 401,
  platform: 'sandbox',
  storeName: 'Mugs',
  status: 'completed_with_errors',
  since: new Date('2026-02-23T15:00:00Z'),
  counts: { fetched: 5, created: 2, updated: 1, skipped: 1, failed: 1 },
  errors: [
    { externalOrderId: '77', code: 'invalid_order', message: 'items[0].quantity must be at least 1.' },
  ],
  createdOrders: [anOrderRow({ addressStatus: 'error' }), anOrderRow({ orderId: 1002, orderNumber: 'B' })],
  updatedOrders: [{ orderId: 1003, orderNumber: 'C', changed: ['ship_to', 'items'] }],
  startedAt: new Date('2026-03-02T15:00:01Z'),
  finishedAt: new Date('2026-03-02T15:00:09Z'),
};

describe('sync_platform_orders', () => {
  it('imports seven days from every store by default [MCP-Y2]', async () => {
    const gateway = await startGateway({ orders: { startSync: async () => ({ jobs: [job] }) } });
    const { data } = await callTool(gateway, 'sync_platform_orders');
    expect(data).toEqual({ jobs: [{ job_id: 401, platform: 'sandbox', status: 'completed_with_errors' }] });
    await callTool(gateway, 'sync_platform_orders', { platform: 'sandbox', days: 90 });
    expect(gateway.calls.map(({ request }) => request)).toEqual([
      { accountId: ACCOUNT_ID, platform: '', days: 7 },
      { accountId: ACCOUNT_ID, platform: 'sandbox', days: 90 },
    ]);
  });

  it.each([
    [{ days: 0 }, 'days must be at least 1; got 0.'],
    [{ days: 91 }, 'days must be at most 90; got 91.'],
    [{ platform: 'etsy' }, /^platform must be one of sandbox/],
  ])('refuses %j', async (args, sentence) => {
    const gateway = await startGateway();
    const { text } = await callTool(gateway, 'sync_platform_orders', args);
    expect(text).toMatch(sentence);
    expect(gateway.calls).toEqual([]);
  });
});

describe('get_sync_status', () => {
  it('returns an import job in the specified format [MCP-Y4]', async () => {
    const gateway = await startGateway({ orders: { getSyncStatus: async () => ({ jobs: [job] }) } });
    const { data } = await callTool(gateway, 'get_sync_status', { job_id: 401 });
    expect(gateway.calls).toMatchObject([{ request: { accountId: ACCOUNT_ID, jobId: 401 } }]);
    expect(data).toEqual({
      jobs: [
        {
          job_id: 401,
          platform: 'sandbox',
          store_name: 'Mugs',
          status: 'completed_with_errors',
          since: '2026-02-23T15:00:00',
          counts: { fetched: 5, created: 2, updated: 1, skipped: 1, failed: 1 },
          errors: [
            {
              external_order_id: '77',
              code: 'invalid_order',
              message: 'items[0].quantity must be at least 1.',
            },
          ],
          created_orders: [
            { order_id: 1001, order_number: 'K7Q2MX', name: 'Ada Lovelace', address_status: 'error' },
            { order_id: 1002, order_number: 'B', name: 'Ada Lovelace', address_status: null },
          ],
          updated_orders: [{ order_id: 1003, order_number: 'C', changed: ['ship_to', 'items'] }],
          started_at: '2026-03-02T15:00:01',
          finished_at: '2026-03-02T15:00:09',
        },
      ],
    });
  });

  it('returns null for missing values of a waiting job, and for the order of a general error', async () => {
    const waiting: ImportJob = { ...job, startedAt: undefined, finishedAt: undefined };
    const errors = [{ code: 'no_answer', message: 'Mugs did not answer.' }];
    const gateway = await startGateway({
      orders: { getSyncStatus: async () => ({ jobs: [{ ...waiting, errors }] }) },
    });
    const { data } = await callTool(gateway, 'get_sync_status');
    expect(data).toMatchObject({
      jobs: [{ errors: [{ external_order_id: null }], started_at: null, finished_at: null }],
    });
  });

  it('with an id that cannot exist gets the answer for an unknown one [MCP-E9]', async () => {
    const gateway = await startGateway();
    const { text } = await callTool(gateway, 'get_sync_status', { job_id: 2 ** 60 });
    expect(text).toBe(`Import job ${2n ** 60n} was not found in this account.`);
    expect(gateway.calls).toEqual([]);
  });
});
