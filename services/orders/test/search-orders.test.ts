import type { OrderSearch } from '@parcelyard/contracts/orders';
import { aLabel, anAddress, anImport } from './support/builders';
import { serveOrders } from './support/serve-orders';

const ACCOUNT = 1;

describe('a search in the list of orders', () => {
  const t = serveOrders();

  beforeAll(async () => {
    const day = (date: string) => new Date(`${date}T12:00:00Z`);
    const ada = anAddress({ name: 'Ada  Lovelace', email: 'Ada@Example.com' });
    const grace = anAddress({ name: 'Grace Hopper', company: 'Navy (US)' });
    const orders = [
      anImport({ orderNumber: 'A1', date: day('2026-01-10'), recipient: ada, externalOrderId: 'shop-77' }),
      anImport({ orderNumber: 'B2', date: day('2026-01-20'), recipient: grace, invoiceNumber: 'INV-9' }),
      anImport({ orderNumber: 'C3', date: day('2026-01-31'), recipient: ada, status: 'Deleted' }),
      anImport({
        orderNumber: 'D4',
        date: day('2026-02-01'),
        status: 'Delivered',
        trackingNumber: '1Z999AA1',
        recipient: grace,
        shippingAddress: anAddress({ name: 'Receiving Dock' }),
      }),
    ];
    await t.orders.importOrders({ accountId: ACCOUNT, orders });
    await t.orders.importOrders({ accountId: 2, orders: [anImport({ orderNumber: 'A1-foreign' })] });
  });

  const find = async (
    search: Partial<OrderSearch>,
    status = 'active',
    page = { page: 1, pageSize: 25 },
    sort = '',
    timeZone = 'UTC',
  ) => {
    const whole = { text: '', from: '', to: '', ...search };
    const anyStatus = status === 'any';
    const oldestFirst = sort === 'oldest';
    const given = {
      accountId: ACCOUNT,
      status: anyStatus ? '' : status,
      anyStatus,
      page,
      search: whole,
      oldestFirst,
      timeZone,
    };
    const found = await t.orders.listOrders(given);
    expect(found.status).toBe(anyStatus ? '' : status || 'ChooseShipping');
    return `${found.orders.map(({ orderNumber }) => orderNumber).join(' ')} of ${found.total}`;
  };

  it.each([
    ['ada love', 'A1 of 1'],
    ['  ADA@EXAMPLE ', 'A1 of 1'],
    ['a1', 'A1 of 1'],
    ['love', 'A1 of 1'],
    ['ovelace', ' of 0'],
    ['1z999', 'D4 of 1'],
    ['9aa1', 'D4 of 1'],
    ['9aa', ' of 0'],
    ['example.com', ' of 0'],
    ['adá', 'A1 of 1'],
    ['hopper', 'D4 B2 of 2'],
    ['dock', 'D4 of 1'],
    ['inv-9', 'B2 of 1'],
    ['SHOP-77', 'A1 of 1'],
    ['(us)', 'D4 B2 of 2'],
    ['.*', ' of 0'],
    ['', 'D4 B2 A1 of 3'],
  ])('for "%s" finds %s', async (text, found) => {
    expect(await find({ text })).toBe(found);
  });

  it.each([
    [{ from: '2026-01-20' }, 'D4 B2 of 2'],
    [{ to: '2026-01-20' }, 'B2 A1 of 2'],
    [{ from: '2026-01-20', to: '2026-01-20' }, 'B2 of 1'],
    [{ from: '2026-02-02' }, ' of 0'],
    [{ text: 'ada', to: '2026-01-31' }, 'A1 of 1'],
  ])('between days %j finds %s', async (search, found) => {
    expect(await find(search)).toBe(found);
  });

  it('uses days of the time zone, also those of 23 and 25 hours', async () => {
    const account = 3;
    const dates = [
      // 8 March in Austin, when the clocks go forward: the second before this day, its first second, its last second,
      // and the second after this day.
      '2026-03-08T05:59:59Z',
      '2026-03-08T06:00:00Z',
      '2026-03-09T04:59:59Z',
      '2026-03-09T05:00:00Z',
      // The same four seconds of 1 November, when the clocks go back.
      '2026-11-01T04:59:59Z',
      '2026-11-01T05:00:00Z',
      '2026-11-02T05:59:59Z',
      '2026-11-02T06:00:00Z',
    ];
    const orders = dates.map((date, place) => anImport({ orderNumber: `T${place}`, date: new Date(date) }));
    await t.orders.importOrders({ accountId: account, orders });
    const on = async (day: string) => {
      const found = await t.orders.listOrders({
        accountId: account,
        status: 'active',
        search: { text: '', from: day, to: day },
        page: { page: 1, pageSize: 25 },
        oldestFirst: true,
        timeZone: 'America/Chicago',
      });
      return found.orders.map(({ orderNumber }) => orderNumber);
    };
    expect(await on('2026-03-08')).toEqual(['T1', 'T2']);
    expect(await on('2026-11-01')).toEqual(['T5', 'T6']);
    expect(await find({ from: '2026-02-01' }, 'any', { page: 1, pageSize: 25 }, '', 'Asia/Tokyo')).toBe(
      'D4 of 1',
    );
  });

  it('is limited to the requested status, also for canceled orders', async () => {
    expect(await find({ text: 'ada' }, 'Deleted')).toBe('C3 of 1');
    expect(await find({ text: 'ada' }, '')).toBe('A1 of 1');
  });

  it('covers every status on request, with canceled orders', async () => {
    expect(await find({ text: 'ada' }, 'any')).toBe('C3 A1 of 2');
    expect(await find({}, 'any')).toBe('D4 C3 B2 A1 of 4');
  });

  it('shows the source of an order, and its address check after the check was made', async () => {
    const list = async () =>
      (await t.orders.listOrders({ accountId: 9, status: '', page: { page: 1, pageSize: 5 } })).orders.map(
        ({ source, addressStatus }) => [source, addressStatus],
      );
    const { ids } = await t.orders.importOrders({ accountId: 9, orders: [anImport()] });
    expect(await list()).toEqual([['manual', undefined]]);
    await t.orders.saveRating({
      accountId: 9,
      orderId: ids[0] ?? 0,
      parcel: { weightOz: 12 },
      addressCheck: { status: 'error', messages: [] },
    });
    expect(await list()).toEqual([['manual', 'error']]);
  });

  it('is divided into pages with the exact total', async () => {
    const page = (number: number) => find({ from: '2026-01-01' }, 'active', { page: number, pageSize: 2 });
    expect([await page(1), await page(2), await page(3)]).toEqual(['D4 B2 of 3', 'A1 of 3', ' of 3']);
  });

  it('lists the oldest first on request, page by page', async () => {
    const page = (number: number, search: Partial<OrderSearch>) =>
      find(search, 'any', { page: number, pageSize: 2 }, 'oldest');
    expect(await page(1, {})).toBe('A1 B2 of 4');
    expect(await page(2, {})).toBe('C3 D4 of 4');
    expect(await page(1, { from: '2026-01-20' })).toBe('B2 C3 of 3');
    expect(await page(1, { text: 'ada' })).toBe('A1 C3 of 2');
  });

  it('has the exact total after the last page of a date range, also when a new order is added', async () => {
    const days = { from: '2026-03-01', to: '2026-03-31' };
    const beyond = { page: 9, pageSize: 25 };
    expect(await find(days, 'active', beyond)).toBe(' of 0');
    const late = anImport({ orderNumber: 'M1', date: new Date('2026-03-31T23:59:59Z'), status: 'Delivered' });
    const { ids } = await t.orders.importOrders({ accountId: ACCOUNT, orders: [late] });
    expect(ids).toHaveLength(1);
    expect(await find(days, 'active', beyond)).toBe(' of 1');
    expect(await find(days)).toBe('M1 of 1');
  });

  it('finds a label as soon as it is bought', async () => {
    const { ids } = await t.orders.importOrders({
      accountId: ACCOUNT,
      orders: [anImport({ orderNumber: 'E5', date: new Date('2025-01-01T00:00:00Z') })],
    });
    const at = { accountId: ACCOUNT, orderId: ids[0] ?? 0 };
    await t.orders.lockForPurchase({ ...at, purchaseId: 'pur_x', addressVersion: 1 });
    await t.orders.attachLabel({ ...at, label: aLabel('pur_x', { trackingNumber: '940055' }) });
    expect(await find({ text: '0055' })).toBe('E5 of 1');
  });

  it('finds an order by the number of a voided label too', async () => {
    const { ids } = await t.orders.importOrders({
      accountId: ACCOUNT,
      orders: [anImport({ orderNumber: 'F6', date: new Date('2025-01-02T00:00:00Z') })],
    });
    const at = { accountId: ACCOUNT, orderId: ids[0] ?? 0, purchaseId: 'pur_v' };
    await t.orders.lockForPurchase({ ...at, addressVersion: 1 });
    await t.orders.attachLabel({ ...at, label: aLabel('pur_v', { trackingNumber: '941177' }) });
    await t.orders.clearLabel(at);
    expect([await find({ text: '941177' }), await find({ text: '1177' })]).toEqual(['F6 of 1', 'F6 of 1']);
  });

  it('reads only the orders that it returns, among any number of orders', async () => {
    const many = Array.from({ length: 600 }, (_, index) =>
      anImport({
        recipient: anAddress({ name: `Many ${index}` }),
        date: new Date(Date.UTC(2024, 0, 1, 0, index)),
      }),
    );
    await t.orders.importOrders({ accountId: 3, orders: many });
    const page = { page: 2, pageSize: 50 };
    const search = { text: 'many', from: '', to: '2024-01-01' };
    const given = { accountId: 3, status: '', anyStatus: true, page };
    const found = await t.orders.listOrders({ ...given, search });
    expect(found.total).toBe(600);
    expect(found.orders.map(({ name }) => name)).toEqual(
      Array.from({ length: 50 }, (_, index) => `Many ${549 - index}`),
    );
    const one = await t.orders.listOrders({
      ...given,
      page: { page: 1, pageSize: 5 },
      search: { ...search, text: 'many 599' },
    });
    expect(one.orders.map(({ name }) => name)).toEqual(['Many 599']);
  });

  it.each([
    [{ from: '2026-02-30' }, { field: 'from', reason: 'field_not_a_day', params: { got: '2026-02-30' } }],
    [{ to: 'today' }, { field: 'to', reason: 'field_not_a_day', params: { got: 'today' } }],
    [
      { from: '2026-02-02', to: '2026-02-01' },
      { field: 'from', reason: 'from_after_to', params: { from: '2026-02-02', to: '2026-02-01' } },
    ],
    [{ text: 'x'.repeat(101) }, { field: 'text', reason: 'field_text_too_long', params: { max: 100 } }],
  ])('is refused for %j', async (search, refusal) => {
    await expect(find(search)).rejects.toMatchObject({ code: 'invalid_argument', ...refusal });
  });
});
