import { ConnectionKind } from '@parcelyard/contracts/common';
import type {
  Batch,
  BatchPreview,
  BatchQueuedResult,
  TriggerBatchResponse,
} from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure } from '@parcelyard/service-kit/failure';
import { ACCOUNT_ID, TOKENS } from '../support/fake-auth';
import { BASE_URL, callTool, post, startGateway } from '../support/start-gateway';

const MISMATCH = {
  code: 'zip_state_mismatch',
  field: 'zip',
  suggestion: '90001',
  message: 'ZIP 10118 belongs to NEW YORK, NY, not to LOS ANGELES, CA.',
};

const preview = (changes: Partial<BatchPreview> = {}): TriggerBatchResponse => ({
  outcome: {
    $case: 'preview',
    preview: {
      orders: [
        {
          date: new Date('2026-03-01T09:30:00Z'),
          orderId: 1001,
          orderNumber: 'K7Q2MX',
          method: 'USPS Ground Advantage',
          serviceLevel: 'usps_ground_advantage',
          priceCents: 745,
          error: undefined,
          name: 'Ada Lovelace',
          city: 'Los Angeles',
          state: 'CA',
          weightOz: 12,
          addressCheck: { status: 'warning', messages: [MISMATCH] },
        },
        {
          orderId: 1002,
          orderNumber: '',
          name: '',
          city: '',
          state: '',
          error: failure('not_found', 'text', { text: 'Order 1002 was not found.' }),
        },
      ],
      totalCostCents: 745,
      insuranceCents: 100,
      totalChargeCents: 845,
      currentBalanceCents: 500,
      balanceAfterCents: 2155,
      weighedCount: 0,
      autoRechargeWouldFire: true,
      rechargeCents: 2500,
      leftOut: [
        {
          orderId: 1003,
          orderNumber: 'A2B3C4',
          reason: failure('no_weight', 'order_without_weight', { orderId: 1003 }),
        },
      ],
      leftOutCount: 1,
      ...changes,
    },
  },
});
const answering = (response: TriggerBatchResponse) =>
  startGateway({ shipping: { triggerBatch: async () => response } });

const aQueued = (changes: Partial<BatchQueuedResult> = {}): BatchQueuedResult => ({
  batchId: 301,
  status: 'queued',
  ordersQueued: 1,
  queuedNow: true,
  createdAt: new Date(0),
  totalChargeCents: 845,
  leftOut: [],
  leftOutCount: 0,
  ...changes,
});

const aBatch = (changes: Partial<Batch> = {}): Batch => ({
  accountId: ACCOUNT_ID,
  batchId: 301,
  status: 'completed_with_errors',
  total: 2,
  queued: 0,
  purchased: 1,
  failed: 1,
  voided: 0,
  totalCostCents: 745,
  totalChargeCents: 845,
  problems: [
    {
      orderId: 1002,
      orderNumber: 'A2B3C4',
      error: failure('no_rates', 'no_rates', { orderId: 1002, words: '' }),
    },
  ],
  items: [
    {
      orderId: 1001,
      orderNumber: 'K7Q2MX',
      status: 'purchased',
      priceCents: 745,
      trackingNumber: '9400111899223197428490',
      labelUrl: '/labels/one',
      error: undefined,
      formUrl: '/labels/form',
    },
    {
      orderId: 1002,
      orderNumber: 'A2B3C4',
      status: 'failed',
      priceCents: undefined,
      error: failure('no_rates', 'no_rates', { orderId: 1002, words: '' }),
    },
  ],
  createdAt: new Date('2026-03-02T15:00:00.250Z'),
  startedAt: new Date('2026-03-02T15:00:01Z'),
  finishedAt: new Date('2026-03-02T15:00:09Z'),
  labelsUrl: '/labels/all',
  ...changes,
});

describe('trigger_batch_purchase', () => {
  it('previews each price and the balance after the whole batch [MCP-S10] [MCP-R4]', async () => {
    const gateway = await answering(preview());
    const { data } = await callTool(gateway, 'trigger_batch_purchase');
    expect(gateway.calls).toEqual([
      {
        method: 'triggerBatch',
        request: {
          accountId: ACCOUNT_ID,
          orderIds: [],
          weightOz: undefined,
          maxTotalCents: undefined,
          maxChargeCents: undefined,
          servicePreference: '',
          confirm: false,
          connectionKind: ConnectionKind.TOKEN,
        },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      orders: [
        {
          order_id: 1001,
          order_number: 'K7Q2MX',
          method: 'USPS Ground Advantage',
          name: 'Ada Lovelace',
          city: 'Los Angeles',
          state: 'CA',
          date: '2026-03-01T09:30:00',
          weight_oz: 12,
          address_check: { status: 'warning', messages: [MISMATCH] },
          service_level: 'usps_ground_advantage',
          price: 7.45,
          error: null,
        },
        {
          order_id: 1002,
          order_number: null,
          method: null,
          service_level: null,
          price: null,
          name: null,
          city: null,
          state: null,
          date: null,
          weight_oz: null,
          address_check: null,
          error: { code: 'not_found', message: 'Order 1002 was not found.' },
        },
      ],
      left_out: [
        {
          order_id: 1003,
          order_number: 'A2B3C4',
          reason: expect.stringMatching(/^Order 1003 has no weight\. .*weight_oz/),
        },
      ],
      total_cost: 7.45,
      insurance: 1,
      total_charge: 8.45,
      current_balance: 5,
      balance_after: 21.55,
      auto_recharge_would_fire: true,
      recharge_amount: 25,
      note: 'Nothing was bought or charged. 1 order gets no label from this batch: see left_out. Look at address_check of order 1001. Show this to the user. If they agree, call again with confirm: true.',
    });
  });

  it('warns of two orders with one name and town before two labels are bought', async () => {
    const { outcome } = preview();
    const orders = outcome?.$case === 'preview' ? outcome.preview.orders : [];
    const twice = [...orders, { ...orders[0], orderId: 1007 }] as typeof orders;
    const { data } = await callTool(await answering(preview({ orders: twice })), 'trigger_batch_purchase');
    expect(data?.warnings).toEqual([expect.stringMatching(/^Orders 1001 and 1007 /)]);
  });

  it('counts orders that are left out, and says for how many weight_oz was used [MCP-S62]', async () => {
    const { data } = await callTool(
      await answering(preview({ leftOutCount: 403, weighedCount: 12 })),
      'trigger_batch_purchase',
      { weight_oz: 12 },
    );
    expect(data).toMatchObject({
      left_out_count: 403,
      note: expect.stringMatching(
        /403 orders get no label.*weight_oz is used for 12 of these orders and was saved as their weight\. Show/,
      ),
    });
  });

  it('says when weight_oz is used for none, because a preview before saved another weight', async () => {
    const { data } = await callTool(await answering(preview()), 'trigger_batch_purchase', { weight_oz: 14 });
    expect(data?.note).toContain(
      'weight_oz is used for none of these orders, because each has its own weight.',
    );
  });

  it.each([
    [
      {
        refusal: failure(
          'failed_precondition',
          'batch_above_max_total',
          { postage: '$8.95', maxTotal: '$8.94' },
          'max_total',
        ),
      },
      'a confirm would be refused: The postage of this batch is $8.95, above max_total $8.94.',
    ],
    [
      { activeBatchId: 300 },
      'Batch 300 is still running: wait until get_batch_status shows that it has ended',
    ],
  ])('says in a preview what a confirm would answer: %j', async (changes, words) => {
    const { data } = await callTool(await answering(preview(changes)), 'trigger_batch_purchase');
    expect(data?.note).toContain(words);
  });

  it('names the cheapest orders that fit max_total, when all together do not fit', async () => {
    const { outcome } = preview();
    const [order] = outcome?.$case === 'preview' ? outcome.preview.orders : [];
    const priced = [700, 300, 400, 200].map((priceCents, place) => ({
      ...(order as BatchPreview['orders'][number]),
      orderId: 1001 + place,
      priceCents,
    }));
    const refusal = failure(
      'failed_precondition',
      'batch_above_max_total',
      { postage: '$14.00', maxTotal: '$9.00' },
      'max_total',
    );
    const leftOut = [{ orderId: 1004, orderNumber: '', reason: refusal }];
    const gateway = await answering(
      preview({ orders: priced, leftOut, leftOutCount: 1, totalCostCents: 1_400, refusal }),
    );
    const { data } = await callTool(gateway, 'trigger_batch_purchase', { max_total: 9 });
    expect(data).toMatchObject({ fits_max_total: [1002, 1003] });
    expect(data?.note).toMatch(
      / fits_max_total lists the cheapest orders that fit; they can be given as order_ids\.$/,
    );
    const enough = await callTool(gateway, 'trigger_batch_purchase', { max_total: 14 });
    expect(enough.data).not.toHaveProperty('fits_max_total');
  });

  it('queues with confirm, and max_total is never rounded up [MCP-S21] [MCP-R5]', async () => {
    const gateway = await answering({
      outcome: {
        $case: 'queued',
        queued: aQueued({ ordersQueued: 2 }),
      },
    });
    const { data } = await callTool(gateway, 'trigger_batch_purchase', {
      order_ids: [1001, 1002],
      max_per_label: 9.999,
      max_total: 12.345,
      max_charge: 20.009,
      weight_oz: 7.5,
      service_preference: 'fastest',
      confirm: true,
    });
    expect(gateway.calls).toEqual([
      {
        method: 'triggerBatch',
        request: {
          accountId: ACCOUNT_ID,
          orderIds: [1001, 1002],
          weightOz: 7.5,
          maxPerLabelCents: 999,
          maxTotalCents: 1234,
          maxChargeCents: 2000,
          servicePreference: 'fastest',
          confirm: true,
          connectionKind: ConnectionKind.TOKEN,
        },
      },
    ]);
    expect(data).toEqual({
      batch_id: 301,
      status: 'queued',
      orders_queued: 2,
      total_charge: 8.45,
      note: expect.stringContaining('get_batch_status'),
    });
  });

  it('returns the running batch and says that it queued nothing [MCP-S22]', async () => {
    const gateway = await answering({
      outcome: {
        $case: 'queued',
        queued: aQueued({ batchId: 300, status: 'purchasing', ordersQueued: 9, queuedNow: false }),
      },
    });
    const { data } = await callTool(gateway, 'trigger_batch_purchase', { confirm: true });
    expect(data).toMatchObject({
      batch_id: 300,
      status: 'purchasing',
      already_running: true,
      note: expect.stringContaining('this call queued and charged nothing'),
    });
  });

  it('refuses a confirm for other orders while a batch runs, with the number of that batch [MCP-S22]', async () => {
    const refused = new DomainError('failed_precondition', 'batch_running', { batchId: 7, orders: 50 });
    const gateway = await startGateway({ shipping: { triggerBatch: () => Promise.reject(refused) } });
    expect(await callTool(gateway, 'trigger_batch_purchase', { order_ids: [1], confirm: true })).toEqual({
      isError: true,
      data: undefined,
      text: 'A batch is running (batch_id 7, 50 orders). Wait until it has ended, then confirm this one. Nothing was queued.',
    });
  });

  it('names the orders that a confirm leaves out [MCP-S60]', async () => {
    const leftOut = [
      {
        orderId: 1003,
        orderNumber: 'A2B3C4',
        reason: failure('resource_exhausted', 'batch_is_full', { orderId: 1003, max: 500 }),
      },
    ];
    const { data } = await callTool(
      await answering({ outcome: { $case: 'queued', queued: aQueued({ leftOut, leftOutCount: 1 }) } }),
      'trigger_batch_purchase',
      { confirm: true },
    );
    expect(data).toMatchObject({
      left_out: [
        { order_id: 1003, order_number: 'A2B3C4', reason: expect.stringContaining('at most 500 orders') },
      ],
      note: expect.stringContaining('1 order gets no label from this batch: see left_out.'),
    });
  });

  it('returns the earlier batch for a repeated confirm, and says that nothing was charged [MCP-S64]', async () => {
    const queued = aQueued({ status: 'completed', ordersQueued: 9, queuedNow: false });
    const { data } = await callTool(
      await answering({ outcome: { $case: 'queued', queued } }),
      'trigger_batch_purchase',
      { confirm: true },
    );
    expect(data).toEqual({
      batch_id: 301,
      status: 'completed',
      orders_queued: 9,
      total_charge: 8.45,
      note: 'Batch 301 was confirmed for these orders before and has ended. This call queued and charged nothing. get_batch_status shows what batch 301 bought and charged.',
    });
  });

  it('is not offered on an OAuth connection, and get_batch_status is [MCP-T13]', async () => {
    const gateway = await startGateway();
    const listed = await post(
      gateway,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { authorization: `Bearer ${TOKENS.oauth}` },
    );
    const { result } = (await listed.json()) as { result: { tools: { name: string }[] } };
    const names = result.tools.map(({ name }) => name);
    expect(names).toContain('get_batch_status');
    expect(names).not.toContain('trigger_batch_purchase');
    const called = await post(
      gateway,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'trigger_batch_purchase' } },
      { authorization: `Bearer ${TOKENS.oauth}` },
    );
    expect(await called.json()).toMatchObject({
      error: {
        code: -32602,
        message:
          "The tool 'trigger_batch_purchase' is not available on this server. Call tools/list to see the available tools.",
      },
    });
  });

  it('returns the refusal of the plan [MCP-L5]', async () => {
    const words =
      'Your current Ship.com plan does not include batch label purchasing. Upgrade the subscription to use this tool.';
    const refuse = () => Promise.reject(new DomainError('permission_denied', 'text', { text: words }));
    const gateway = await startGateway({ shipping: { triggerBatch: refuse, getBatch: refuse } });
    for (const tool of ['trigger_batch_purchase', 'get_batch_status']) {
      expect(await callTool(gateway, tool)).toEqual({ isError: true, text: words, data: undefined });
    }
  });
});

describe('get_batch_status', () => {
  it('returns the latest batch with every order and one link to all labels [MCP-S23]', async () => {
    const gateway = await startGateway({ shipping: { getBatch: async () => aBatch() } });
    const { data } = await callTool(gateway, 'get_batch_status');
    expect(gateway.calls).toEqual([
      {
        method: 'getBatch',
        request: { accountId: ACCOUNT_ID, batchId: undefined, page: { page: 1, pageSize: 20 } },
      },
    ]);
    expect(data).toEqual({
      batch_id: 301,
      status: 'completed_with_errors',
      counts: { total: 2, queued: 0, purchased: 1, failed: 1, voided: 0 },
      total_cost: 7.45,
      total_charge: 8.45,
      page: 1,
      page_size: 20,
      problems: [
        {
          order_id: 1002,
          order_number: 'A2B3C4',
          error: {
            code: 'no_rates',
            message: 'No carrier offers a rate for order 1002. Check its address and weight with get_order.',
          },
        },
      ],
      items: [
        {
          order_id: 1001,
          order_number: 'K7Q2MX',
          status: 'purchased',
          price: 7.45,
          tracking_number: '9400111899223197428490',
          label_url: `${BASE_URL}/labels/one`,
          error: null,
          form_url: `${BASE_URL}/labels/form`,
        },
        {
          order_id: 1002,
          order_number: 'A2B3C4',
          status: 'failed',
          price: null,
          tracking_number: null,
          label_url: null,
          form_url: null,
          error: {
            code: 'no_rates',
            message: 'No carrier offers a rate for order 1002. Check its address and weight with get_order.',
          },
        },
      ],
      created_at: '2026-03-02T15:00:00',
      started_at: '2026-03-02T15:00:01',
      finished_at: '2026-03-02T15:00:09',
      labels_url: `${BASE_URL}/labels/all`,
    });
  });

  it('returns a waiting batch with null for missing values', async () => {
    const waiting = aBatch({ status: 'queued', items: [], purchased: 0, queued: 2, failed: 0 });
    const { startedAt, finishedAt, labelsUrl, ...bare } = waiting;
    const gateway = await startGateway({ shipping: { getBatch: async () => bare } });
    const { data } = await callTool(gateway, 'get_batch_status', { batch_id: 301 });
    expect(gateway.calls).toMatchObject([{ request: { batchId: 301 } }]);
    expect(data).toMatchObject({ started_at: null, finished_at: null, labels_url: null });
  });

  it.each([
    [20, undefined, 2],
    [21, undefined, 0],
    [50, new Date(0), 2],
    [51, new Date(0), 0],
  ])(
    'of %i orders, ended at %s, returns %i of two items without a page',
    async (total, finishedAt, shown) => {
      const { finishedAt: _, ...running } = aBatch({ total });
      const batch = finishedAt ? { ...running, finishedAt } : running;
      const gateway = await startGateway({ shipping: { getBatch: async () => batch } });
      const { data } = await callTool(gateway, 'get_batch_status');
      expect(data?.items).toHaveLength(shown);
    },
  );

  it('returns counts and problems of a large batch, and items when a page is named [MCP-S65]', async () => {
    const gateway = await startGateway({ shipping: { getBatch: async () => aBatch({ total: 51 }) } });
    const { data } = await callTool(gateway, 'get_batch_status');
    expect(data).toMatchObject({
      items: [],
      page: 1,
      page_size: 0,
      problems: [{ order_id: 1002 }],
      note: expect.stringContaining('To read them, give page; a page has 20 items.'),
    });
    for (const named of [{ page: 1 }, { page_size: 20 }]) {
      const { data: paged } = await callTool(gateway, 'get_batch_status', named);
      expect(paged).toMatchObject({
        items: [{ order_id: 1001 }, { order_id: 1002 }],
        page: 1,
        page_size: 20,
      });
      expect(paged).not.toHaveProperty('note');
    }
    await callTool(gateway, 'get_batch_status', { page: 2, page_size: 500 });
    expect(gateway.calls.at(-1)).toMatchObject({ request: { page: { page: 2, pageSize: 50 } } });
  });

  it.each(['purchasing', 'completed_with_errors'])(
    'is below 4 KB for 96 orders, %s [MCP-S67]',
    async (status) => {
      const [bought] = aBatch().items;
      const trackingNumber = '9400111899223197428490';
      const link = `/labels/${'x'.repeat(90)}`;
      const items = Array.from({ length: 96 }, (_, at) => ({
        ...(bought as Batch['items'][number]),
        orderId: 10_001 + at,
        trackingNumber,
        labelUrl: link,
        formUrl: link,
      }));
      const problems = Array.from({ length: 6 }, (_, at) => ({
        orderId: 10_001 + at,
        orderNumber: 'K7Q2MX',
        error: failure('carrier_refused', 'carrier_refused', {
          words: 'Carrier declined: address is outside the service area (SBX-1001)',
        }),
      }));
      const counts = { total: 96, queued: 0, purchased: 90, failed: 6, voided: 0 };
      const batch = aBatch({ status, items, problems, ...counts, totalCostCents: 71_520, labelsUrl: link });
      const gateway = await startGateway({ shipping: { getBatch: async () => batch } });
      const params = { name: 'get_batch_status', arguments: { batch_id: 301 } };
      const answer = await post(gateway, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const body = await answer.text();
      expect(body).toContain('SBX-1001');
      expect(Buffer.byteLength(body)).toBeLessThan(4_096);
    },
  );

  it('with an id that cannot exist gets the answer for an unknown one [MCP-E9]', async () => {
    const gateway = await startGateway();
    const { text } = await callTool(gateway, 'get_batch_status', { batch_id: 2 ** 60 });
    expect(text).toBe(`Batch ${2n ** 60n} was not found in this account.`);
    expect(gateway.calls).toEqual([]);
  });
});
