import type { Order } from '@parcelyard/contracts/orders';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aLabel } from '../support/builders';
import { startOrders } from '../support/start-orders';
import { openAccount } from './open-account';
import {
  aWooOrder,
  CONSUMER,
  startWooCommerceDouble,
  type WooOrderFixture,
} from './start-woocommerce-double';

const TRACKING = '_wc_shipment_tracking_items';

describe('a label of a WooCommerce order', () => {
  let database: TestDatabase;
  let site: Awaited<ReturnType<typeof startWooCommerceDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let dieAt: string | undefined;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    site = await startWooCommerceDouble();
    service = await startOrders(
      database,
      (point) => {
        if (point !== dieAt) return;
        dieAt = undefined;
        throw new Error(`died at ${point}`);
      },
      [site.host],
    );
  });
  afterEach(async () => {
    await service.stop();
    await site.stop();
  });

  const openOrder = async ({
    settings = {},
    ...given
  }: Partial<WooOrderFixture> & { settings?: { statusAfter?: string; notifyCustomer?: boolean } } = {}) => {
    const there = aWooOrder(given);
    site.put(there);
    const account = openAccount(service);
    const { accountId } = account;
    await account.connect({ $case: 'woocommerce', woocommerce: { url: site.url, ...CONSUMER } });
    const set = (chosen: typeof settings) =>
      service.orders.updateConnection({
        accountId,
        platform: 'woocommerce',
        fulfillment: {
          fulfillOn: 'purchase',
          statusAfter: 'completed',
          notifyCustomer: false,
          ...chosen,
        },
      });
    await set(settings);
    await account.sync();
    const [row] = await account.list();
    const at = { accountId, orderId: row?.orderId ?? 0 };
    /** @param meanwhile runs after the store was asked for the order, and before the store is told about the label */
    const label = async (purchaseId: string, meanwhile: () => unknown = () => undefined) => {
      await service.orders.lockForPurchase({ ...at, purchaseId, addressVersion: 1 });
      meanwhile();
      await service.orders.attachLabel({ ...at, label: aLabel(purchaseId) });
    };
    const clear = (purchaseId: string) => service.orders.clearLabel({ ...at, purchaseId });
    const get = (): Promise<Order> => service.orders.getOrder(at);
    const comesTo = (state: string) =>
      eventually(async () => {
        await skipPause(at.orderId);
        expect((await get()).storeFulfillment?.state).toBe(state);
        return get();
      });
    const retry = () => service.orders.retryWriteBack({ ...at, platform: '' });
    return { there, account, set, label, clear, get, comesTo, retry };
  };
  /** Advances the clock only during a pause. If time passed during the work, its lease would end, as after a crash. */
  const skipPause = async (orderId: number) => {
    const backs = database.db.collection<{ _id: number; dueAt?: Date; leaseUntil?: Date }>(
      'store_write_backs',
    );
    const one = await backs.findOne({ _id: orderId });
    if (one?.dueAt && !one.leaseUntil && one.dueAt > service.clock.now()) service.clock.set(one.dueAt);
  };
  const numbersOf = (order: WooOrderFixture) =>
    (site.writes.metaOf(order, TRACKING) as { tracking_number: string }[]).map(
      (item) => item.tracking_number,
    );
  /** Returns the notes that we wrote, oldest first. */
  const notesOf = ({ id }: WooOrderFixture) =>
    site.writes
      .notesOf(id)
      .filter(({ note }) => !note.startsWith('Order status'))
      .reverse();

  it('completes the order, with a note and the tracking that extensions show', async () => {
    const { there, label, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    expect(there.status).toBe('completed');
    expect(notesOf(there)).toMatchObject([
      {
        note: expect.stringMatching(
          /^Shipped by USPS Ground Advantage, tracking number 94a: http.*\/track\/94a$/,
        ),
        customer_note: false,
      },
    ]);
    expect(site.writes.metaOf(there, TRACKING)).toEqual([
      {
        tracking_provider: '',
        custom_tracking_provider: 'USPS',
        tracking_number: '94a',
        custom_tracking_link: expect.stringMatching(/\/track\/94a$/),
        date_shipped: expect.stringMatching(/^\d+$/),
        tracking_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it('keeps the status and sends the customer a note when the store has that setting', async () => {
    const { there, label, comesTo } = await openOrder({
      settings: { statusAfter: '', notifyCustomer: true },
    });
    await label('a');
    await comesTo('fulfilled');
    expect(there.status).toBe('processing');
    expect(notesOf(there)).toMatchObject([{ customer_note: true }]);
  });

  it('that is voided is withdrawn with its tracking and status, and the next label is written back', async () => {
    const { there, account, label, clear, get, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    await clear('a');
    await comesTo('withdrawn');
    expect([there.status, numbersOf(there)]).toEqual(['processing', []]);
    expect(notesOf(there).at(-1)?.note).toBe('Label 94a was voided.');
    await account.sync();
    expect(await get()).toMatchObject({ status: 'ChooseShipping', storeFulfillment: { state: 'withdrawn' } });
    await label('b');
    await comesTo('fulfilled');
    expect([there.status, numbersOf(there)]).toEqual(['completed', ['94b']]);
  });

  it('whose write-back arrives after its withdrawal is withdrawn again, and the order stays ready to ship', async () => {
    const { there, account, label, clear, get, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    const late = { status: there.status, meta_data: structuredClone(there.meta_data) };
    await clear('a');
    await comesTo('withdrawn');
    const date_modified_gmt = service.clock.now().toISOString().slice(0, 19);
    Object.assign(there, late, { date_modified_gmt });
    await account.sync();
    await eventually(() => expect([there.status, numbersOf(there)]).toEqual(['processing', []]));
    await account.sync();
    const { status, storeNotice } = await get();
    expect([status, storeNotice]).toEqual(['ChooseShipping', undefined]);
  });

  it('whose write-back arrives during the next purchase is replaced by the next label', async () => {
    const { there, label, clear, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    const late = { status: there.status, meta_data: structuredClone(there.meta_data) };
    await clear('a');
    await comesTo('withdrawn');
    Object.assign(there, late);
    await label('b');
    await comesTo('fulfilled');
    expect([there.status, numbersOf(there)]).toEqual(['completed', ['94b']]);
  });

  it('that is voided does not reopen an order that the shop refunded meanwhile', async () => {
    const { there, label, clear, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    there.status = 'refunded';
    await clear('a');
    await comesTo('withdrawn');
    expect([there.status, numbersOf(there)]).toEqual(['refunded', []]);
  });

  it("is not mistaken for another system's label when the store reports completed", async () => {
    const { account, label, get, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    await account.sync();
    expect((await get()).storeNotice).toBeUndefined();
  });

  const theirs = { tracking_provider: 'fedex', tracking_number: '7777', date_shipped: 1_790_000_000 };

  it.each([
    ['a list', [theirs]],
    // When an entry is removed from a list, PHP writes the list as an object.
    ['a list with gaps', { 1: theirs }],
  ])('does not change other tracking entries, stored as %s', async (_, value) => {
    const { there, label, clear, comesTo } = await openOrder({
      meta_data: [{ id: 5, key: TRACKING, value }],
    });
    await label('a');
    await comesTo('fulfilled');
    expect(numbersOf(there)).toEqual(['7777', '94a']);
    await clear('a');
    await comesTo('withdrawn');
    expect(site.writes.metaOf(there, TRACKING)).toEqual([theirs]);
  });

  it.each(['write-back-begun', 'write-back-told', 'write-back-withdrawn'])(
    'is written back once when the process dies at %s',
    async (point) => {
      const { there, label, clear, comesTo } = await openOrder();
      dieAt = point;
      await label('a');
      await comesTo('fulfilled');
      expect([notesOf(there).length, numbersOf(there)]).toEqual([1, ['94a']]);
      await clear('a');
      await comesTo('withdrawn');
      expect(dieAt).toBeUndefined();
      expect([notesOf(there).length, numbersOf(there), there.status]).toEqual([2, [], 'processing']);
    },
  );

  it.each([
    ['change of the order', /"meta_data"/],
    ['note', /"customer_note"/],
  ])('is written back once when the answer to the %s was lost', async (_, body) => {
    const { there, label, comesTo } = await openOrder();
    let lost = false;
    site.hooks.onCall = (call) => {
      if (lost || !body.test(call.body)) return;
      lost = true;
      site.mishap('the answer is lost');
    };
    await label('a');
    await comesTo('fulfilled');
    expect([lost, notesOf(there).length, numbersOf(there)]).toEqual([true, 1, ['94a']]);
  });

  it('fails with a reason when the key may only read, and can be repeated', async () => {
    const { account, label, get, comesTo, retry } = await openOrder();
    site.writes.settings.readOnly = true;
    await label('a');
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure).toMatchObject({
      reason: 'store_write_refused',
      params: expect.stringContaining('Read/Write'),
    });
    // Orders are still imported from the store.
    expect(await account.connection()).toMatchObject({ failedWriteBacks: 1, status: 'connected' });
    site.writes.settings.readOnly = false;
    await retry();
    await comesTo('fulfilled');
  });

  it('fails with a reason when the store does not know the chosen status', async () => {
    const { there, set, label, get, comesTo, retry } = await openOrder({
      settings: { statusAfter: 'shiped' },
    });
    await label('a');
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure?.params).toContain('no order status \\"shiped\\"');
    expect(notesOf(there)).toEqual([]);
    await set({ statusAfter: 'completed' });
    await retry();
    await comesTo('fulfilled');
    expect(there.status).toBe('completed');
  });

  it('of an order that was completed elsewhere meanwhile changes nothing there', async () => {
    const { there, label, comesTo } = await openOrder();
    await label('a', () => {
      there.status = 'completed';
    });
    await comesTo('not_needed');
    expect([notesOf(there), there.meta_data]).toEqual([[], []]);
  });

  it('of a disconnected store does not change the order with that number in the next store', async () => {
    const { there, account, label, get, comesTo } = await openOrder();
    const other = aWooOrder({
      id: there.id,
      date_created_gmt: '2026-02-01T08:00:00',
      customer_note: 'Theirs',
    });
    await service.orders.disconnectPlatform({ accountId: account.accountId, platform: 'woocommerce' });
    site.put(other);
    await account.connect({ $case: 'woocommerce', woocommerce: { url: site.url, ...CONSUMER } });
    expect(await account.sync()).toMatchObject({ errors: [{ externalOrderId: String(there.id) }] });
    expect(await get()).toMatchObject({ note: 'Ring twice' });
    await label('a');
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure?.params).toContain('is another order');
    expect([notesOf(other), other.status, other.meta_data]).toEqual([[], 'processing', []]);
  });

  it('of an order whose date was edited in the shop is reported to the shop', async () => {
    const { there, label, comesTo } = await openOrder();
    there.date_created_gmt = '2026-03-01T08:00:00';
    await label('a');
    await comesTo('fulfilled');
    expect(there.status).toBe('completed');
  });

  it('of an order that is on hold there fails with a reason, and can be repeated', async () => {
    const { there, label, get, comesTo, retry } = await openOrder();
    await label('a', () => {
      there.status = 'on-hold';
    });
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure?.params).toContain('on-hold');
    there.status = 'processing';
    await retry();
    await comesTo('fulfilled');
  });

  it('of an order that was deleted there fails with a reason', async () => {
    const { there, label, get, comesTo } = await openOrder();
    await label('a', () => site.remove(there));
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure?.params).toContain('no longer exists');
  });
});
