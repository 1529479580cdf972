import type { CreateOrderRequest, Order } from '@parcelyard/contracts/orders';
import type { ShipmentTracking } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure, toFailure } from '@parcelyard/service-kit/failure';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { mcpSentence } from '../../src/surfaces/mcp/wording';
import { ORDER_STATUS_LABELS } from '../../src/values/order-status';
import { aLabel, anAddress, anOrder, anOrderRow, SHOP_DAY } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { rest } from '../support/rest';
import { BASE_URL, callTool, startGateway } from '../support/start-gateway';

describe('list_orders', () => {
  const listing = (rows = [anOrderRow()]) =>
    startGateway({
      orders: { listOrders: async () => ({ orders: rows, total: 41, status: 'ChooseShipping' }) },
    });

  it('warns only of ready-to-ship orders with one name and town', async () => {
    const gateway = await listing([
      anOrderRow({ name: 'Ada Lovelace' }),
      anOrderRow({ orderId: 1002, name: ' ada lovelace' }),
      anOrderRow({ orderId: 1003, name: 'Ada Lovelace', zip: '78701' }),
      anOrderRow({ orderId: 1004, name: 'Ada Lovelace', status: 'Delivered' }),
      anOrderRow({ orderId: 1005, name: '' }),
      anOrderRow({ orderId: 1006, name: '' }),
    ]);
    const { data } = await callTool(gateway, 'list_orders');
    expect(data?.warnings).toEqual([
      expect.stringMatching(/^Orders 1001 and 1002 are ready to ship to the same name /),
    ]);
  });

  it('returns the specified fields, the applied page, the number of matches and the filter [MCP-O1] [MCP-O3]', async () => {
    const gateway = await listing([
      anOrderRow({ country: '', name: '', trackingNumber: '9400' }),
      anOrderRow({ orderId: 1002, status: 'Deleted', country: 'CA', totalCents: 10 }),
    ]);
    const { isError, data, text } = await callTool(gateway, 'list_orders');
    expect(isError).toBe(false);
    expect(data).toEqual({
      orders: [
        {
          order_id: 1001,
          order_number: 'K7Q2MX',
          name: '',
          city: 'New York',
          state: 'NY',
          zip: '10118',
          country: 'US',
          total: 48.5,
          date: '2026-03-01T09:30:00',
          status: 'Ready to ship',
          tracking_number: '9400',
          source: 'mcp',
          address_status: null,
        },
        {
          order_id: 1002,
          order_number: 'K7Q2MX',
          name: 'Ada Lovelace',
          city: 'New York',
          state: 'NY',
          zip: '10118',
          country: 'CA',
          total: 0.1,
          date: '2026-03-01T09:30:00',
          status: 'Canceled',
          tracking_number: null,
          source: 'mcp',
          address_status: null,
        },
      ],
      page: 1,
      page_size: 25,
      total: 41,
      status: 'ChooseShipping',
      ...SHOP_DAY,
    });
    expect(JSON.parse(text)).toEqual(data);
    expect(JSON.parse(text)).toEqual(data);
  });

  it.each([
    [{}, { page: 1, pageSize: 25 }],
    [
      { page: 3, page_size: 10 },
      { page: 3, pageSize: 10 },
    ],
    [
      { page: 0, page_size: 0 },
      { page: 1, pageSize: 1 },
    ],
    [
      { page: -7, page_size: -1 },
      { page: 1, pageSize: 1 },
    ],
    [
      { page: 1, page_size: 51 },
      { page: 1, pageSize: 50 },
    ],
    [
      { page: 1e15, page_size: 1e300 },
      { page: 1_000_000, pageSize: 50 },
    ],
    [
      { page: null, page_size: null },
      { page: 1, pageSize: 25 },
    ],
  ])('clamps %j and never refuses it [MCP-L3]', async (args, page) => {
    const gateway = await listing([]);
    const { data } = await callTool(gateway, 'list_orders', args);
    expect(gateway.calls).toMatchObject([{ request: { accountId: ACCOUNT_ID, page } }]);
    expect(data).toMatchObject({ page: page.page, page_size: page.pageSize });
  });

  it.each([
    [undefined, ''],
    ['', ''],
    ['active', 'active'],
    ['LabelPrinted', 'LabelPrinted'],
  ])('sends the filter %j as "%s" [MCP-O2]', async (status, sent) => {
    const gateway = await listing([]);
    await callTool(gateway, 'list_orders', { status });
    expect(gateway.calls).toMatchObject([{ method: 'listOrders', request: { status: sent } }]);
  });

  it.each([
    [{ query: ' Ada ' }, { status: '', anyStatus: true, search: { text: 'Ada', from: '', to: '' } }],
    [
      { query: 'QG2XYS', status: 'Delivered' },
      { status: 'Delivered', anyStatus: false, search: { text: 'QG2XYS', from: '', to: '' } },
    ],
    [{ query: '  ' }, { status: '' }],
    [
      { from: '2026-10-01', to: '2026-10-31' },
      { status: '', search: { text: '', from: '2026-10-01', to: '2026-10-31' } },
    ],
    [
      { to: '2026-10-31', sort: 'oldest', status: 'active' },
      { status: 'active', search: { text: '', from: '', to: '2026-10-31' }, oldestFirst: true },
    ],
    [{ sort: 'oldest' }, { status: '', oldestFirst: true }],
    [{ sort: 'newest', from: '' }, { status: '' }],
  ])(
    'with %j filters the list, and searches a text in every status unless one is given [MCP-O22]',
    async (args, sent) => {
      const gateway = await listing([]);
      await callTool(gateway, 'list_orders', args);
      const page = { page: 1, pageSize: 25 };
      expect(gateway.calls).toEqual([
        { method: 'listOrders', request: { accountId: ACCOUNT_ID, page, ...sent } },
      ]);
    },
  );

  it.each([
    [{ from: '2026-02-30' }, 'from must be a calendar date as YYYY-MM-DD; got "2026-02-30".'],
    [{ to: 'yesterday' }, 'to must be a calendar date as YYYY-MM-DD; got "yesterday".'],
    [{ sort: 'date' }, 'sort must be one of newest, oldest; got "date".'],
  ])('refuses %j with its rule [MCP-E7]', async (args, sentence) => {
    const gateway = await listing([]);
    expect(await callTool(gateway, 'list_orders', args)).toMatchObject({ isError: true, text: sentence });
    expect(gateway.calls).toEqual([]);
  });

  it('returns status null after a search in every status [MCP-O22]', async () => {
    const gateway = await startGateway({
      orders: { listOrders: async () => ({ orders: [anOrderRow()], total: 1, status: '' }) },
    });
    expect((await callTool(gateway, 'list_orders', { query: 'ada' })).data).toMatchObject({
      status: null,
      total: 1,
    });
  });

  it('ignores unknown arguments, because it only reads [MCP-E8]', async () => {
    const gateway = await listing();
    const { isError } = await callTool(gateway, 'list_orders', {
      customer: 'Ada',
      account_id: 8,
      accountId: 8,
    });
    expect(isError).toBe(false);
    expect(gateway.calls).toEqual([
      {
        method: 'listOrders',
        request: { accountId: ACCOUNT_ID, status: '', page: { page: 1, pageSize: 25 } },
      },
    ]);
  });
});

it('has a label for every status', () => {
  expect(Object.keys(ORDER_STATUS_LABELS)).toHaveLength(26);
  expect(ORDER_STATUS_LABELS.DeliveryFailureWait).toBe(ORDER_STATUS_LABELS.WaitingForReturn);
});

const orderGateway = (order = anOrder()) => startGateway({ orders: { getOrder: async () => order } });

describe('get_order', () => {
  it('returns the specified details of an order without a label [MCP-O4]', async () => {
    const gateway = await orderGateway();
    const { data } = await callTool(gateway, 'get_order', { order_id: 1001 });
    expect(gateway.calls).toEqual([
      { method: 'getOrder', request: { accountId: ACCOUNT_ID, orderId: 1001 } },
    ]);
    expect(data).toEqual({
      order_id: 1001,
      order_number: 'K7Q2MX',
      status: 'Ready to ship',
      date: '2026-03-01T09:30:00',
      ship_to: {
        name: 'Ada Lovelace',
        company: null,
        street1: '350 5th Ave',
        street2: null,
        city: 'New York',
        state: 'NY',
        zip: '10118',
        country: 'US',
        phone: '2125550142',
        email: 'ada@example.com',
      },
      customer_id: 55,
      external_order_id: null,
      totals: { subtotal: 48.5, shipping: 5, tax: 4.01, discount: 0, total: 57.51, weight_oz: 12.5 },
      shipping: { method: null, cost: null, ship_date: null, label_url: null },
      tracking_number: null,
      tracking_url: null,
      address_check: null,
      pending_refund: null,
      label_cost: null,
      history: [],
      order_note: null,
      items: [
        {
          sku: 'ENGINE-1',
          name: 'Analytical engine',
          upc: '012345678905',
          quantity: 2,
          price: 20,
          notes: null,
        },
        { sku: 'Punched cards', name: 'Punched cards', upc: null, quantity: 1, price: 8.5, notes: null },
      ],
    });
  });

  it('shows what other tools need: last address check, note, discount and pending refund [MCP-O23]', async () => {
    const order = anOrder({
      customerId: 0,
      externalOrderId: undefined,
      note: 'Leave at the back door',
      discountCents: 250,
      addressCheck: {
        status: 'corrected',
        messages: [{ code: 'zip_changed', field: 'zip', message: 'The ZIP was corrected.', suggestion: '' }],
      },
      pendingRefund: { amountCents: 745, expectedBy: new Date('2026-03-16T09:30:00Z') },
      labelCosts: { chargedCents: 2060, refundedCents: 1000 },
      history: [
        { at: new Date('2026-03-01T09:30:00Z'), what: 'created' },
        {
          at: new Date('2026-03-02T15:00:00Z'),
          what: 'label bought',
          amountCents: 1030,
          trackingNumber: '94',
        },
      ],
    });
    const { data } = await callTool(await orderGateway(order), 'get_order', { order_id: 1001 });
    expect(data).toMatchObject({
      customer_id: null,
      external_order_id: null,
      order_note: 'Leave at the back door',
      totals: { discount: 2.5 },
      address_check: {
        status: 'corrected',
        messages: [
          { code: 'zip_changed', field: 'zip', message: 'The ZIP was corrected.', suggestion: null },
        ],
      },
      pending_refund: { amount: 7.45, expected_by: '2026-03-16T09:30:00' },
      label_cost: { charged: 20.6, refunded: 10, net: 10.6 },
      history: [
        { at: '2026-03-01T09:30:00', what: 'created', amount: null, tracking_number: null },
        { at: '2026-03-02T15:00:00', what: 'label bought', amount: 10.3, tracking_number: '94' },
      ],
    });
    const old = anOrder({ pendingRefund: { amountCents: 745 } });
    const before = await callTool(await orderGateway(old), 'get_order', { order_id: 1001 });
    expect(before.data?.pending_refund).toEqual({ amount: 7.45, expected_by: null });
  });

  it('shows an imported tracking number as in the list', async () => {
    const brought = anOrder({ trackingNumber: 'DEMO90000020', trackingUrl: 'https://carrier.example/t' });
    const { data } = await callTool(await orderGateway(brought), 'get_order', { order_id: 1001 });
    expect(data).toMatchObject({
      tracking_number: 'DEMO90000020',
      tracking_url: 'https://carrier.example/t',
    });
  });

  it('shows an adjustment of postage by the carrier, with both weights', async () => {
    const at = new Date('2026-03-20T09:30:00Z');
    const adjustment = {
      adjustmentId: 'shp_1',
      cents: 3_075,
      reportNumber: 1,
      reason: '',
      at,
      billed: { weightOz: 1 },
      measured: { weightOz: 320, length: 12, width: 12, height: 12 },
    };
    const adjustments = [{ purchaseId: 'pur_1001_1', carrier: 'usps', adjustment }];
    const gateway = await startGateway({ orders: { getOrder: async () => anOrder({ adjustments }) } });
    const { data } = await callTool(gateway, 'get_order', { order_id: 1001 });
    expect(data?.adjustments).toEqual([
      {
        amount: 30.75,
        carrier: 'usps',
        reason: null,
        at: '2026-03-20T09:30:00',
        billed: { weight_oz: 1, length: null, width: null, height: null },
        measured: { weight_oz: 320, length: 12, width: 12, height: 12 },
      },
    ]);
  });

  it('shows for a labelled order what was paid, and links that open directly', async () => {
    const label = aLabel({ trackingUrl: 'https://carrier.example/t/9400' });
    const order = anOrder({
      status: 'PrintLabel',
      label,
      shippingCostCents: 999,
      shipDate: new Date('2026-03-02T15:00:00Z'),
    });
    const { data } = await callTool(await orderGateway(order), 'get_order', { order_id: 1001 });
    expect(data).toMatchObject({
      status: 'Label purchased',
      shipping: {
        method: 'USPS Ground Advantage',
        cost: 7.45,
        ship_date: '2026-03-02T15:00:00',
        label_url: `${BASE_URL}/labels/label-token`,
      },
      tracking_number: '9400111899223197428490',
      tracking_url: 'https://carrier.example/t/9400',
    });
  });

  it('shows before a label the imported or estimated cost, and US for an empty country', async () => {
    const order = anOrder({ shippingCostCents: 650, shipTo: anAddress({ country: '' }) });
    const { data } = await callTool(await orderGateway(order), 'get_order', { order_id: 1001 });
    expect(data).toMatchObject({
      shipping: { method: null, cost: 6.5, label_url: null },
      ship_to: { country: 'US' },
    });
  });

  it('shows the notice of the store with MCP names, and over REST with REST names', async () => {
    const params = { storeName: 'Mugs' };
    const storeNotice = failure('failed_precondition', 'store_canceled_labelled', params);
    const gateway = await orderGateway(anOrder({ storeNotice }));
    const { data } = await callTool(gateway, 'get_order', { order_id: 1001 });
    expect(data?.store_notice).toBe(mcpSentence({ reason: 'store_canceled_labelled', params }));
    const { body } = await rest(gateway, 'GET', '/public/order/1001');
    expect(body.result.storeNotice).toBe(
      'This order was canceled in Mugs, but it has a label here. If the parcel must not be sent, void the label or send DELETE /public/order/{id}.',
    );
  });

  it('shows a status that this gateway does not know unchanged', async () => {
    const { data } = await callTool(await orderGateway(anOrder({ status: 'HeldAtCustoms' })), 'get_order', {
      order_id: 1,
    });
    expect(data).toMatchObject({ status: 'HeldAtCustoms' });
  });
});

describe('get_label', () => {
  it('returns the label of a labelled order', async () => {
    const label = aLabel({ formUrl: '/labels/form-token' });
    const { data } = await callTool(await orderGateway(anOrder({ label })), 'get_label', { order_id: 1001 });
    expect(data).toEqual({
      order_id: 1001,
      label_url: `${BASE_URL}/labels/label-token`,
      raw_label_url: `${BASE_URL}/labels/raw-token`,
      form_url: `${BASE_URL}/labels/form-token`,
      receipt_url: null,
      tracking_number: '9400111899223197428490',
      tracking_url: `${BASE_URL}/track/9400111899223197428490`,
      estimated_delivery_date: null,
      has_label: true,
      void_pending: false,
    });
  });

  it('returns no link to a label whose void is pending, and keeps the receipt [MCP-S68]', async () => {
    const label = aLabel({ formUrl: '/labels/form', receiptUrl: '/labels/receipt', pendingVoid: 1 });
    const gateway = await startGateway({
      orders: { getOrder: async () => anOrder({ status: 'PrintLabel', label }) },
      shipping: { listParcels: async () => ({ orderId: 0, parcels: [] }) },
    });
    expect((await callTool(gateway, 'get_label', { order_id: 1001 })).data).toEqual({
      order_id: 1001,
      label_url: null,
      raw_label_url: null,
      form_url: null,
      receipt_url: `${BASE_URL}/labels/receipt`,
      tracking_number: '9400111899223197428490',
      tracking_url: `${BASE_URL}/track/9400111899223197428490`,
      estimated_delivery_date: null,
      has_label: false,
      void_pending: true,
    });
    expect((await callTool(gateway, 'get_order', { order_id: 1001 })).data).toMatchObject({
      void_pending: true,
      shipping: { label_url: null },
    });
    expect((await callTool(gateway, 'track_order', { order_id: 1001 })).data).toMatchObject({
      void_pending: true,
    });
  });

  it('shows a pending void in a row, and no field otherwise [MCP-S68]', async () => {
    const rows = [anOrderRow({ voidPending: true }), anOrderRow({ orderId: 1002 })];
    const gateway = await startGateway({
      orders: { listOrders: async () => ({ orders: rows, total: 2, status: 'PrintLabel' }) },
    });
    const { orders } = (await callTool(gateway, 'list_orders', { status: 'PrintLabel' })).data as {
      orders: object[];
    };
    expect(orders[0]).toMatchObject({ order_id: 1001, void_pending: true });
    expect(orders[1]).not.toHaveProperty('void_pending');
  });

  it('succeeds without a label with has_label false [MCP-O6]', async () => {
    const { data } = await callTool(await orderGateway(), 'get_label', { order_id: 1001 });
    expect(data).toEqual({
      order_id: 1001,
      label_url: null,
      raw_label_url: null,
      form_url: null,
      receipt_url: null,
      tracking_number: null,
      tracking_url: null,
      estimated_delivery_date: null,
      has_label: false,
      void_pending: false,
    });
  });

  it('may keep links of a voided label', async () => {
    const order = anOrder({ staleRawLabelUrl: '/labels/old-raw', staleFormUrl: '/labels/old-form' });
    const { data } = await callTool(await orderGateway(order), 'get_label', { order_id: 1001 });
    expect(data).toMatchObject({
      has_label: false,
      label_url: null,
      form_url: `${BASE_URL}/labels/old-form`,
    });
  });
});

describe('track_order', () => {
  const at = (time: string) => new Date(`2026-03-${time}Z`);
  const NUMBER = '9400111899223197428490';
  const aParcel = (changes: Partial<ShipmentTracking> = {}): ShipmentTracking => ({
    trackingNumber: NUMBER,
    carrier: 'usps',
    carrierName: 'USPS',
    method: 'USPS Ground Advantage',
    status: 'PrintLabel',
    estimatedDeliveryDate: '2026-03-06',
    labelCreatedAt: at('02T15:00:00'),
    scans: [],
    ...changes,
  });
  const scan = (status: string, time: string, description: string) => ({
    status,
    at: at(time),
    description,
    city: 'Reno',
    state: 'NV',
    country: 'US',
  });
  const tracking = (
    order: Order,
    parcels: { tracking: ShipmentTracking; isReturn: boolean }[] = [],
    now = at('03T15:00:00'),
  ) =>
    startGateway({
      clock: new FakeClock(now.toISOString()),
      orders: {
        getOrder: async () => order,
        listOrders: async () => ({ orders: [], total: 0, status: '' }),
      },
      shipping: {
        listParcels: async () => ({ orderId: parcels.length > 0 ? order.orderId : 0, parcels }),
      },
    });
  const NO_PARCEL = {
    carrier: null,
    service: null,
    estimated_delivery_date: null,
    scans: [],
    return: null,
    void_pending: false,
  };

  it('returns the stored tracking: carrier, service, day of arrival, and scans with places, newest first [MCP-O30]', async () => {
    const order = anOrder({
      status: 'DeliveryFailure',
      label: aLabel(),
      shipDate: at('02T15:00:00'),
      inTransitDate: at('03T08:00:00'),
      deliveredDate: at('05T09:00:00'),
      exceptionDate: at('04T10:00:00'),
      exception: 'Addressee unknown',
      lastTrackingUpdate: at('05T09:00:01.500'),
    });
    const parcel = aParcel({
      status: 'DeliveryFailure',
      scans: [
        scan('InTransit', '03T08:00:00', 'Accepted'),
        scan('DeliveryFailure', '04T10:00:00', 'No access'),
      ],
    });
    const gateway = await tracking(order, [{ tracking: parcel, isReturn: false }]);
    const { data } = await callTool(gateway, 'track_order', { order_id: 1001 });
    const place = { city: 'Reno', state: 'NV', country: 'US' };
    expect(data).toEqual({
      order_id: 1001,
      status: 'Delivery failure',
      tracking_number: NUMBER,
      tracking_url: `${BASE_URL}/track/${NUMBER}`,
      ship_date: '2026-03-02T15:00:00',
      in_transit_date: '2026-03-03T08:00:00',
      delivered_date: '2026-03-05T09:00:00',
      exception_date: '2026-03-04T10:00:00',
      exception: 'Addressee unknown',
      last_tracking_update: '2026-03-05T09:00:01Z',
      carrier: 'usps',
      service: 'USPS Ground Advantage',
      estimated_delivery_date: '2026-03-06',
      scans: [
        { at: '2026-03-04T10:00:00', status: 'Delivery failure', description: 'No access', ...place },
        { at: '2026-03-03T08:00:00', status: 'In transit', description: 'Accepted', ...place },
      ],
      return: null,
      void_pending: false,
      note: expect.stringMatching(/^The carrier could not deliver/),
    });
  });

  it('succeeds without a label with null fields and without a call of shipping [MCP-O7]', async () => {
    const gateway = await tracking(anOrder());
    const { data } = await callTool(gateway, 'track_order', { order_id: 1001 });
    expect(gateway.calls.map(({ method }) => method)).toEqual(['getOrder']);
    expect(data).toEqual({
      order_id: 1001,
      status: 'Ready to ship',
      tracking_number: null,
      tracking_url: null,
      ship_date: null,
      in_transit_date: null,
      delivered_date: null,
      exception_date: null,
      exception: null,
      last_tracking_update: null,
      ...NO_PARCEL,
    });
  });

  it('accepts a tracking number with spaces, and says when its label was voided [MCP-O30]', async () => {
    const voided = aParcel({ trackingNumber: '9400', status: 'LabelRefunded' });
    const gateway = await tracking(anOrder({ status: 'PrintLabel', label: aLabel() }), [
      { tracking: aParcel(), isReturn: false },
      { tracking: voided, isReturn: false },
    ]);
    const { data } = await callTool(gateway, 'track_order', { tracking_number: '94-00 ' });
    expect(gateway.calls[0]).toEqual({
      method: 'listParcels',
      request: { accountId: ACCOUNT_ID, trackingNumber: '9400' },
    });
    expect(data).toMatchObject({
      order_id: 1001,
      status: 'Label purchased',
      tracking_number: '9400',
      voided: true,
      ship_date: null,
      scans: [],
      note: expect.stringContaining(
        `was voided, so no carrier transports a parcel with it. The order now has the tracking number ${NUMBER}`,
      ),
    });
  });

  it('returns the return, and tracks its number', async () => {
    const order = anOrder({
      status: 'ReturnInTransit',
      label: aLabel(),
      returnLabel: aLabel({ trackingNumber: 'R1', trackingUrl: '/track/R1' }),
      deliveredDate: at('05T09:00:00'),
    });
    const back = aParcel({
      trackingNumber: 'R1',
      status: 'InTransit',
      scans: [scan('InTransit', '03T08:00:00', 'Accepted')],
    });
    const parcels = [
      { tracking: back, isReturn: true },
      { tracking: aParcel({ status: 'Delivered' }), isReturn: false },
    ];
    const told = { status: 'Return in transit', tracking_number: 'R1', tracking_url: `${BASE_URL}/track/R1` };
    const byOrder = await callTool(await tracking(order, parcels), 'track_order', { order_id: 1001 });
    expect(byOrder.data).toMatchObject({ tracking_number: NUMBER, return: told });
    const byNumber = await callTool(await tracking(order, parcels), 'track_order', { tracking_number: 'r1' });
    expect(byNumber.data).toMatchObject({
      tracking_number: 'R1',
      in_transit_date: '2026-03-03T08:00:00',
      delivered_date: null,
      return: told,
      note: expect.stringMatching(/that the customer returns/),
    });
  });

  it.each([
    [
      'a label without scans for three days',
      [],
      '05T15:00:00',
      /^No carrier has scanned this parcel in the 3 days since its label was bought on 2026-03-02:/,
    ],
    ['a label without scans for two days', [], '04T15:00:00', undefined],
    [
      'a parcel without scans for five days',
      [scan('InTransit', '03T08:00:00', 'Accepted')],
      '08T08:00:00',
      /^No carrier has scanned this parcel for 5 days, since 2026-03-03\./,
    ],
    [
      'a parcel without scans over a weekend',
      [scan('InTransit', '03T08:00:00', 'Accepted')],
      '07T08:00:00',
      undefined,
    ],
  ])('%s: a parcel without a scan for days gets a notice, or not yet', async (_case, scans, now, words) => {
    const parcel = aParcel({ scans, status: scans.length > 0 ? 'InTransit' : 'PrintLabel' });
    const order = anOrder({ status: 'LabelPrinted', label: aLabel() });
    const gateway = await tracking(order, [{ tracking: parcel, isReturn: false }], at(now));
    const { data } = await callTool(gateway, 'track_order', { order_id: 1001 });
    expect(data?.warnings).toEqual(words && [expect.stringMatching(words)]);
  });

  it.each([
    [{}, 'order_id is required.'],
    [{ tracking_number: ' ' }, 'order_id is required.'],
    [
      { order_id: 1, tracking_number: '94' },
      'Exactly one of order_id or tracking_number must be provided; got both.',
    ],
    [
      { tracking_number: '94' },
      'There is no shipment with this tracking number. list_orders finds orders by a query: name, order number or tracking number.',
    ],
  ])('for %j says: %s [MCP-O5]', async (args, words) => {
    const { isError, text } = await callTool(await tracking(anOrder()), 'track_order', args);
    expect([isError, text]).toEqual([true, words]);
  });

  it('returns the same over REST, with the same status as over MCP', async () => {
    const parcel = aParcel({ scans: [scan('InTransit', '03T08:00:00', 'Accepted')] });
    const order = anOrder({ status: 'LabelPrinted', label: aLabel() });
    const gateway = await tracking(order, [{ tracking: parcel, isReturn: false }]);
    const { body } = await rest(gateway, 'GET', '/public/order/1001/tracking');
    expect(body.result).toMatchObject({
      orderStatus: 'Label Printed',
      status: 'Label printed',
      carrier: 'usps',
      service: 'USPS Ground Advantage',
      estimatedDeliveryDate: '2026-03-06',
      scans: [{ at: '2026-03-03T08:00:00Z', status: 'In transit', city: 'Reno', state: 'NV', country: 'US' }],
    });
  });
});

it('list_products trims the query and returns the specified fields [MCP-O8]', async () => {
  const product = { productId: 9, name: 'Engine', description: 'Brass', priceCents: 1999, active: true };
  const gateway = await startGateway({
    orders: {
      listProducts: async () => ({
        products: [product, { ...product, productId: 10, catalog: 'Toys', sku: 'ENGINE-1' }],
        total: 2,
      }),
    },
  });
  const { data } = await callTool(gateway, 'list_products', { query: '  eng ', page_size: 99 });
  expect(gateway.calls).toEqual([
    {
      method: 'listProducts',
      request: { accountId: ACCOUNT_ID, query: 'eng', page: { page: 1, pageSize: 50 } },
    },
  ]);
  expect(data).toEqual({
    products: [
      { product_id: 9, name: 'Engine', sku: null, catalog: null, description: 'Brass', price: 19.99 },
      {
        product_id: 10,
        name: 'Engine',
        sku: 'ENGINE-1',
        catalog: 'Toys',
        description: 'Brass',
        price: 19.99,
      },
    ],
    page: 1,
    page_size: 50,
    total: 2,
  });
});

describe('create_order', () => {
  const shipTo = {
    name: 'Ada Lovelace',
    street1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '01234',
  };
  const creating = (order = anOrder(), more = {}) =>
    startGateway({ orders: { createOrder: async () => ({ created: true, order, ...more }) } });
  const sent = (gateway: { calls: { request: unknown }[] }) =>
    gateway.calls[0]?.request as CreateOrderRequest;

  it('sends an inline recipient completely and returns what was sent [MCP-O9]', async () => {
    const gateway = await creating(anOrder(), { customerId: 55, customerCreated: true });
    const { data } = await callTool(gateway, 'create_order', {
      ship_to: { ...shipTo, company: 'Engines Ltd', country: 'ca' },
      items: [
        { name: 'Engine', quantity: 2, price: 6.67 * 3, sku: 'ENGINE-1', notes: 'fragile' },
        { name: 'Cards' },
        { name: 'Mug', price: 4, hs_code: '6912.00', origin_country: 'pt' },
      ],
      weight_oz: 12.5,
      external_order_id: 'shop-1',
    });
    expect(sent(gateway)).toEqual({
      accountId: ACCOUNT_ID,
      order: {
        customerId: undefined,
        shipTo: anAddress({
          firstName: '',
          lastName: '',
          company: 'Engines Ltd',
          zip: '01234',
          country: 'CA',
          phone: '',
          email: '',
        }),
        items: [
          { name: 'Engine', quantity: 2, priceCents: 2001, sku: 'ENGINE-1', notes: 'fragile' },
          // A line without a price does not change the product's price in the catalogue.
          { name: 'Cards', quantity: 1 },
          { name: 'Mug', quantity: 1, priceCents: 400, hsCode: '6912.00', originCountry: 'pt' },
        ],
        weightOz: 12.5,
        externalOrderId: 'shop-1',
        origin: 'mcp',
      },
    });
    expect(data).toEqual({
      created: true,
      order_id: 1001,
      order_number: 'K7Q2MX',
      status: 'Ready to ship',
      ship_to: expect.objectContaining({ name: 'Ada Lovelace', country: 'US' }),
      items_count: 2,
      subtotal: 48.5,
      total: 57.51,
      customer_id: 55,
      customer_created: true,
      weight_oz: 12.5,
      external_order_id: 'shop-1',
      note: expect.stringContaining('No postage was charged'),
    });
  });

  it('returns only the applicable fields for a customer without items', async () => {
    const gateway = await creating(anOrder({ items: [], subtotalCents: 0, totalCents: 0 }));
    const { data } = await callTool(gateway, 'create_order', {
      customer_id: 55,
      items: [],
      external_order_id: '',
    });
    expect(sent(gateway).order).toMatchObject({
      customerId: 55,
      shipTo: undefined,
      items: [],
      externalOrderId: undefined,
    });
    expect(Object.keys(data ?? {})).toEqual([
      'created',
      'order_id',
      'order_number',
      'status',
      'ship_to',
      'items_count',
      'note',
    ]);
    expect(data).toMatchObject({ items_count: 0 });
  });

  it('returns the existing order for an external_order_id that an active order has [MCP-O13]', async () => {
    const order = anOrder({ status: 'InTransit' });
    const gateway = await startGateway({ orders: { createOrder: async () => ({ created: false, order }) } });
    const { data } = await callTool(gateway, 'create_order', {
      ship_to: shipTo,
      external_order_id: 'shop-1',
    });
    expect(data).toEqual({
      created: false,
      skipped_existing: true,
      order_id: 1001,
      order_number: 'K7Q2MX',
      status: 'In transit',
      note: expect.stringContaining('no order was created'),
    });
  });
});

const NO_LABEL = new DomainError('failed_precondition', 'order_has_no_label', { orderId: 1002 });

describe('mark_labels_printed', () => {
  const marking = (more = {}) =>
    startGateway({
      orders: {
        markLabelsPrinted: async () => ({
          orders: [anOrderRow({ status: 'PrintLabel' })],
          recipients: ['ada@example.com'],
          bouncedRecipients: [],
          skipped: [{ orderId: 1002, failure: toFailure(NO_LABEL) }],
          emailsQueued: 1,
          emailsWithheld: false,
          ...more,
        }),
      },
    });

  it.each([undefined, false, null])('with confirm %j is a preview [MCP-R4]', async (confirm) => {
    const gateway = await marking();
    const { data } = await callTool(gateway, 'mark_labels_printed', {
      order_ids: [1001, 1002, 1001],
      confirm,
    });
    expect(gateway.calls).toEqual([
      {
        method: 'markLabelsPrinted',
        request: { accountId: ACCOUNT_ID, orderIds: [1001, 1002], confirm: false },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      orders: [expect.objectContaining({ order_id: 1001, status: 'Label purchased' })],
      recipients: ['ada@example.com'],
      skipped: [
        {
          order_id: 1002,
          reason: 'Order 1002 has no purchased label. The first step to buy one is get_rates.',
        },
      ],
      note: 'Nothing was changed and no e-mail was sent. A confirm marks these orders and e-mails the recipients. Show this to the user. If they agree, call again with confirm: true.',
    });
  });

  it('names recipients who get no e-mail because earlier mail bounced', async () => {
    const gateway = await marking({ bouncedRecipients: ['gone@example.com'] });
    const { data } = await callTool(gateway, 'mark_labels_printed', { order_ids: [1001] });
    expect(data).toMatchObject({
      bounced_recipients: ['gone@example.com'],
      emails_note: expect.stringContaining('earlier mail to them bounced'),
    });
  });

  it('mentions no e-mails in a preview without recipients', async () => {
    const { data } = await callTool(await marking({ recipients: [] }), 'mark_labels_printed', {
      order_ids: [1001],
    });
    expect(data?.note).toMatch(/A confirm marks these orders and sends no e-mail/);
  });

  it('says how many customers get no e-mail, and does not ask about them when mail is off', async () => {
    const gateway = await marking({ recipients: [], emailsQueued: 0 });
    const ids = { order_ids: [1001], confirm: true };
    const { data } = await callTool(gateway, 'mark_labels_printed', ids);
    expect(data?.emails_note).toMatch(/^The customer of 1 order is not e-mailed: /);
    const silent = await callTool(gateway, 'mark_labels_printed', { ...ids, send_email: false });
    expect(silent.data).toMatchObject({ marked: [{ order_id: 1001 }], emails_queued: 0 });
    expect(silent.data).not.toHaveProperty('emails_note');
    expect(gateway.calls).toMatchObject([{}, { request: { withoutMail: true } }]);
  });

  it('marks the labels that a batch bought, and names its orders without one [MCP-S66]', async () => {
    const item = (orderId: number, status: string) => ({
      orderId,
      orderNumber: `N${orderId}`,
      status,
      error: undefined,
    });
    const batch = {
      accountId: ACCOUNT_ID,
      batchId: 301,
      status: 'completed_with_errors',
      total: 3,
      queued: 0,
      purchased: 1,
      failed: 1,
      voided: 1,
      totalCostCents: 745,
      totalChargeCents: 745,
      problems: [],
      createdAt: new Date(0),
      items: [item(1001, 'purchased'), item(1004, 'failed'), item(1005, 'voided')],
    };
    const gateway = await startGateway({
      shipping: { getBatch: async () => batch },
      orders: {
        markLabelsPrinted: async () => ({
          orders: [anOrderRow()],
          recipients: ['ada@example.com'],
          skipped: [],
          bouncedRecipients: [],
          emailsQueued: 1,
          emailsWithheld: false,
        }),
      },
    });
    const { data } = await callTool(gateway, 'mark_labels_printed', { batch_id: 301, confirm: true });
    expect(gateway.calls).toEqual([
      {
        method: 'getBatch',
        request: { accountId: ACCOUNT_ID, batchId: 301, page: { page: 1, pageSize: 500 } },
      },
      { method: 'markLabelsPrinted', request: { accountId: ACCOUNT_ID, orderIds: [1001], confirm: true } },
    ]);
    expect(data).toMatchObject({
      marked: [{ order_id: 1001 }],
      emails_queued: 1,
      skipped: [
        {
          order_id: 1004,
          reason: 'Batch 301 has no label for order 1004. get_batch_status shows the reason.',
        },
        { order_id: 1005 },
      ],
    });
  });

  it('marks nothing for a batch without a label, and asks for no confirm', async () => {
    const batch = {
      accountId: ACCOUNT_ID,
      batchId: 301,
      status: 'queued',
      items: [],
      problems: [],
      total: 0,
      queued: 0,
      purchased: 0,
      failed: 0,
      voided: 0,
      totalCostCents: 0,
      totalChargeCents: 0,
      createdAt: new Date(0),
    };
    const gateway = await startGateway({ shipping: { getBatch: async () => batch } });
    const { data } = await callTool(gateway, 'mark_labels_printed', { batch_id: 301, confirm: true });
    expect(gateway.calls.map(({ method }) => method)).toEqual(['getBatch']);
    expect(data).toMatchObject({ marked: [], emails_queued: 0, skipped: [] });
  });

  it('says when nothing can be marked, and asks for no confirm', async () => {
    const { data } = await callTool(await marking({ orders: [] }), 'mark_labels_printed', {
      order_ids: [1002],
    });
    expect(data?.note).toMatch(/no order can be marked\. skipped gives the reasons/);
  });

  it('returns what was marked after a confirm, without an earlier preview [MCP-R5]', async () => {
    const gateway = await marking();
    const { data } = await callTool(gateway, 'mark_labels_printed', {
      order_ids: [1001, 1002],
      confirm: true,
    });
    expect(gateway.calls).toMatchObject([{ request: { confirm: true } }]);
    expect(data).toEqual({
      marked: [expect.objectContaining({ order_id: 1001 })],
      emails_queued: 1,
      skipped: [
        {
          order_id: 1002,
          reason: 'Order 1002 has no purchased label. The first step to buy one is get_rates.',
        },
      ],
    });
  });
});
