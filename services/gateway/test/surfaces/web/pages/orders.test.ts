import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aCustomer, aLabel, anAddress, anOrder, anOrderRow } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { visitAsOwner } from '../../../support/owner-visit';

const noScans = async () => {
  throw new DomainError('not_found', 'text', { text: 'There is no shipment with this tracking number.' });
};

describe('the list page of orders', () => {
  const listing = (total: number) => ({
    listOrders: async () => ({ orders: [anOrderRow(), anOrderRow({ orderId: 1002 })], total, status: '' }),
  });

  it('requests what the address says, and shows labels and dollars', async () => {
    const { gateway, visitor } = await visitAsOwner({ orders: listing(60) });
    gateway.calls.splice(0);
    const page = await visitor.open('/orders?status=InTransit&q=ada&from=2026-01-01&to=2026-02-01&page=2');
    expect(gateway.calls).toEqual([
      {
        method: 'listOrders',
        request: {
          accountId: ACCOUNT_ID,
          timeZone: 'America/Chicago',
          status: 'InTransit',
          page: { page: 2, pageSize: 25 },
          search: { text: 'ada', from: '2026-01-01', to: '2026-02-01' },
        },
      },
    ]);
    expect(page.text).toContain('60 orders');
    expect(page.html).toContain('<a class="strong" href="/orders/1001">K7Q2MX</a>');
    for (const shown of ['Ready to ship', '$48.50', 'New York, NY', 'Mar 1, 2026', '26–50 of 60']) {
      expect(page.text).toContain(shown);
    }
    const next = 'href="/orders?status=InTransit&amp;q=ada&amp;from=2026-01-01&amp;to=2026-02-01&amp;page=3"';
    expect(page.html).toContain(next);
    expect(page.html).toContain('value="ada"');
  });

  it("shows days in the shop's time zone: 22:30 on a Thursday in Austin is Thursday", async () => {
    const row = anOrderRow({ date: new Date('2026-11-27T04:30:00Z') });
    const orders = { listOrders: async () => ({ orders: [row], total: 1, status: 'active' }) };
    const { visitor } = await visitAsOwner({ orders });
    expect((await visitor.open('/orders')).text).toContain('Nov 26, 2026');
  });

  it('sends no search without one in the address, so that it gets the totals of list_orders', async () => {
    const { gateway, visitor } = await visitAsOwner({ orders: listing(2) });
    gateway.calls.splice(0);
    await visitor.open('/orders');
    const plain = {
      accountId: ACCOUNT_ID,
      timeZone: 'America/Chicago',
      status: 'active',
      page: { page: 1, pageSize: 25 },
    };
    expect(gateway.calls).toEqual([{ method: 'listOrders', request: plain }]);
  });

  it.each([
    ['from', 'From must be a calendar date as YYYY-MM-DD; got "x".', 'from'],
    ['text', 'text must have at most 100 characters.', 'q'],
    ['status', 'Choose a status from the list.', 'status'],
  ])(
    'shows beside the field what is wrong with %s, and keeps the typed text',
    async (field, message, shownAt) => {
      const listOrders = async () => {
        throw new DomainError('invalid_argument', 'text', { text: message }, { field });
      };
      const { visitor } = await visitAsOwner({ orders: { listOrders } });
      const page = await visitor.open('/orders?q=kept&from=x&status=Nothing');
      expect(page.status).toBe(400);
      expect(page.html).toContain(`id="${shownAt}-error"`);
      expect(page.text).toContain(message);
      expect(page.html).toContain('value="kept"');
      expect(page.text).not.toContain('No order matches');
    },
  );

  it('says to an empty account what to do, and for an empty search how to leave it', async () => {
    const listOrders = async () => ({ orders: [], total: 0, status: '' });
    const { visitor } = await visitAsOwner({ orders: { listOrders } });
    expect((await visitor.open('/orders')).text).toContain('No orders yet');
    expect((await visitor.open('/orders?q=nobody')).text).toContain('No order matches this filter.');
  });
});

describe('the page of an order', () => {
  it('shows its history, oldest first, with amounts and times of the shop', async () => {
    const history = [
      { at: new Date('2026-03-01T15:00:00Z'), what: 'created', amountCents: undefined },
      {
        at: new Date('2026-03-02T15:00:00Z'),
        what: 'label bought',
        amountCents: 745,
        trackingNumber: '9400',
      },
      { at: new Date('2026-03-02T16:00:00Z'), what: 'voided', amountCents: undefined },
      { at: new Date('2026-03-02T17:00:00Z'), what: 'refunded', amountCents: 745 },
    ];
    const { visitor } = await visitAsOwner({ orders: { getOrder: async () => anOrder({ history }) } });
    const { text } = await visitor.open('/orders/1001');
    const from = (words: string) => text.indexOf(words);
    const places = ['Created', 'Label bought', 'Label voided', 'Refunded'].map(from);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(text).toMatch(/Label bought\s+· \$7\.45\s+Mar 2, 2026, 9:00 AM CST/);
  });

  it("shows a carrier's change of postage as an adjustment, in the history and beside the label", async () => {
    const at = new Date('2026-03-04T15:00:00Z');
    const measures = { billed: { weightOz: 12 }, measured: { weightOz: 28 } };
    const adjustment = { adjustmentId: 'adj_1', cents: 410, reportNumber: 1, reason: '', at, ...measures };
    const order = anOrder({
      history: [{ at, what: 'postage adjusted', amountCents: 410, trackingNumber: '9400' }],
      adjustments: [{ purchaseId: 'pur_1001_1', carrier: 'usps', adjustment }],
    });
    const { visitor } = await visitAsOwner({ orders: { getOrder: async () => order } });
    const { text } = await visitor.open('/orders/1001');
    expect(text).toMatch(/Postage adjusted by the carrier\s+· \$4\.10/);
    expect(text).toMatch(/\sAdjusted by the carrier\s+-\$4\.10 on your balance/);
  });

  it('shows destination, items and costs, with links to its files', async () => {
    const label = aLabel({
      formUrl: '/labels/form-token',
      receiptUrl: '/labels/receipt-token',
      insuranceCents: 100,
      estimatedDeliveryDate: '2026-03-06',
    });
    const order = anOrder({ status: 'PrintLabel', label, note: 'Ring twice' });
    const { visitor } = await visitAsOwner({
      orders: { getOrder: async () => order },
      shipping: { trackShipment: noScans },
    });
    const page = await visitor.open('/orders/1001');
    expect(page.status).toBe(200);
    for (const link of ['label-token', 'raw-token', 'form-token', 'receipt-token']) {
      expect(page.html).toContain(`href="/labels/${link}"`);
    }
    for (const shown of [
      ...['Order K7Q2MX', 'Label purchased', 'Ada Lovelace', '350 5th Ave', 'New York, NY 10118'],
      ...['Analytical engine', 'ENGINE-1', '$20.00', 'Subtotal', '$48.50', '$5.00', '$4.01', '$57.51'],
      ...['USPS Ground Advantage', '$7.45', 'insurance $1.00', 'March 6, 2026', '12.5 oz', 'Ring twice'],
    ]) {
      expect(page.text).toContain(shown);
    }
  });

  it('shows the result of the address check, and what to do about it', async () => {
    const message = {
      code: 'suite_missing',
      field: 'street2',
      message: 'A suite is missing.',
      suggestion: '1',
    };
    const order = anOrder({ addressCheck: { status: 'warning', messages: [message] } });
    const { visitor } = await visitAsOwner({ orders: { getOrder: async () => order } });
    const page = await visitor.open('/orders/1001');
    expect(page.text).toContain('Check this address');
    expect(page.text).toContain('A suite is missing. Suggestion: 1');
    expect(page.text).toContain('No label yet');
  });

  it('shows that mail to the customer bounces, or that they unsubscribed from marketing', async () => {
    const shipTo = anAddress({ email: 'Ada@example.com' });
    const shown = async (changes: Parameters<typeof aCustomer>[0]) => {
      const { visitor } = await visitAsOwner({
        orders: { getOrder: async () => anOrder({ shipTo }) },
        customers: { getCustomer: async () => aCustomer(changes) },
      });
      return (await visitor.open('/orders/1001')).text;
    };
    expect(await shown({ emailBouncedAt: new Date(0) })).toContain('E-mail bounces');
    expect(await shown({ subscribed: false })).toContain('No marketing e-mail');
    expect(await shown({ emailBouncedAt: new Date(0), email: 'other@example.com' })).not.toContain(
      'E-mail bounces',
    );
    expect(await shown({})).not.toMatch(/E-mail bounces|No marketing/);
  });

  it('shows its tracking scan by scan, newest first', async () => {
    const scan = (status: string, day: number, description: string) => ({
      status,
      description,
      city: 'Reno',
      state: 'NV',
      country: 'US',
      at: new Date(Date.UTC(2026, 2, day)),
    });
    const tracking = {
      trackingNumber: '9400',
      carrier: 'usps',
      carrierName: 'USPS',
      method: 'USPS Ground Advantage',
      status: 'Delivered',
      labelCreatedAt: new Date(Date.UTC(2026, 2, 2)),
      scans: [scan('InTransit', 3, 'Accepted'), scan('Delivered', 5, 'Left at the door')],
    };
    const { visitor } = await visitAsOwner({
      orders: { getOrder: async () => anOrder({ label: aLabel() }) },
      shipping: { trackShipment: async () => tracking },
    });
    const { text } = await visitor.open('/orders/1001');
    const places = ['Left at the door', 'Accepted', 'Label created'].map((title) => text.indexOf(title));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(text).toContain('Mar 4, 2026, 6:00 PM CST');
  });

  it('from another system shows its dates, and links only to web addresses', async () => {
    const imported = anOrder({
      trackingNumber: 'DEMO1',
      deliveredDate: new Date('2026-02-01T00:00:00Z'),
      trackingUrl: 'javascript:alert(1)',
    });
    const { visitor } = await visitAsOwner({ orders: { getOrder: async () => imported } });
    const page = await visitor.open('/orders/1001');
    expect(page.text).toContain('DEMO1');
    expect(page.text).toContain('Jan 31, 2026, 6:00 PM CST');
    expect(page.html).not.toContain('javascript:');
  });

  it("is the same not-found page for an unknown order, another account's order and no number", async () => {
    const getOrder = async ({ orderId }: { orderId: number }) => {
      throw new DomainError('not_found', 'text', { text: `Order ${orderId} was not found in this account.` });
    };
    const { visitor, called } = await visitAsOwner({ orders: { getOrder } });
    called();
    const pages = await Promise.all(
      ['999999', '1001', 'K7Q2MX', '-1', '1e3', '0', '9'.repeat(30), '%00'].map((id) =>
        visitor.open(`/orders/${id}`),
      ),
    );
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
    expect(pages.every(({ status }) => status === 404)).toBe(true);
    expect(called()).toEqual(['getOrder', 'getOrder']);
  });

  it('shows the text of buyers as text', async () => {
    const typed = '<img src=x onerror=alert(1)>';
    const order = anOrder({ shipTo: anAddress({ name: typed }), note: typed });
    const { visitor } = await visitAsOwner({ orders: { getOrder: async () => order } });
    expect((await visitor.open('/orders/1001')).html).not.toContain('<img src=x');
  });
});
