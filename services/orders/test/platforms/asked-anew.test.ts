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

describe('an order leaves ready to ship only when its store confirms that in a separate request', () => {
  let database: TestDatabase;
  let site: Awaited<ReturnType<typeof startWooCommerceDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    site = await startWooCommerceDouble();
    service = await startOrders(database, undefined, [site.host]);
  });
  afterEach(async () => {
    await service.stop();
    await site.stop();
  });

  const openOrder = async () => {
    const there = aWooOrder();
    site.put(there);
    const account = openAccount(service);
    await account.connect({ $case: 'woocommerce', woocommerce: { url: site.url, ...CONSUMER } });
    await account.sync();
    const [row] = await account.list();
    const at = { accountId: account.accountId, orderId: row?.orderId ?? 0 };
    const get = () => service.orders.getOrder(at);
    const comesTo = (status: string) => account.comesTo(status, at.orderId);
    /** Changes the status in the store; an import then reads the change. */
    const becomes = async (status: string) => {
      service.clock.advance(600_000);
      const date_modified_gmt = service.clock.now().toISOString().slice(0, 19);
      site.put({ ...(site.find(there.id) ?? there), status, date_modified_gmt });
      service.clock.advance(600_000);
      return (await account.sync()).counts;
    };
    const lock = async (purchaseId: string) =>
      service.orders.lockForPurchase({
        ...at,
        purchaseId,
        addressVersion: (await get()).addressVersion,
      });
    const label = async (purchaseId: string) => {
      await lock(purchaseId);
      await service.orders.attachLabel({ ...at, label: aLabel(purchaseId) });
    };
    const clear = (purchaseId: string) => service.orders.clearLabel({ ...at, purchaseId });
    const told = (state: string) =>
      eventually(async () => expect((await get()).storeFulfillment?.state).toBe(state));
    /** Waits until nothing is left to ask the store or to tell it. */
    const rests = () =>
      eventually(async () => {
        const due = { accountId: account.accountId, dueAt: { $exists: true } };
        expect(await database.db.collection('store_write_backs').findOne(due)).toBeNull();
        expect(
          await database.db
            .collection('orders')
            .findOne({ accountId: account.accountId, 'outbox.0': { $exists: true } }),
        ).toBeNull();
      });
    return { there, account, at, get, comesTo, becomes, lock, label, clear, told, rests };
  };
  const pageOf = (order: WooOrderFixture) => ({
    headers: { 'x-wp-total': '1', 'x-wp-totalpages': '1' },
    body: [order],
  });

  it('a page that was read before our fulfillment was withdrawn changes nothing', async () => {
    const { there, account, get, label, clear, told, rests } = await openOrder();
    await label('a');
    await told('fulfilled');
    const read = { ...(site.find(there.id) as WooOrderFixture) };
    expect(read.status).toBe('completed');
    await clear('a');
    await told('withdrawn');
    service.clock.advance(120_000);
    const date_modified_gmt = service.clock.now().toISOString().slice(0, 19);
    site.mishap(pageOf({ ...read, date_modified_gmt }));
    expect((await account.sync()).counts).toMatchObject({ fetched: 1, failed: 0 });
    await rests();
    const order = await get();
    expect(order.status).toBe('ChooseShipping');
    expect(order.storeNotice).toBeUndefined();
  });

  it.each([
    ['completed', 'InTransit'],
    ['cancelled', 'Deleted'],
    ['trash', 'Deleted'],
    ['on-hold', 'BackOrdered'],
  ])(
    'an order that its store ended is open again after the store opens it: %s, then processing',
    async (status, here) => {
      const { becomes, comesTo } = await openOrder();
      await becomes(status);
      await comesTo(here);
      expect(await becomes('processing')).toMatchObject({ updated: 1 });
      expect((await comesTo('ChooseShipping')).storeNotice).toBeUndefined();
    },
  );

  it('an order that its store canceled, put on hold and then set to paid is open again', async () => {
    const { becomes, comesTo } = await openOrder();
    await becomes('cancelled');
    await comesTo('Deleted');
    await becomes('on-hold');
    await becomes('processing');
    await comesTo('ChooseShipping');
  });

  it('an order that was canceled here stays canceled, also when its store had canceled it before', async () => {
    const { at, becomes, comesTo, get, rests } = await openOrder();
    await becomes('cancelled');
    await comesTo('Deleted');
    await service.orders.cancelOrder({ ...at, dryRun: false, labelPurchaseId: '' });
    expect(await becomes('processing')).toMatchObject({ updated: 0, skipped: 1 });
    await rests();
    expect((await get()).status).toBe('Deleted');
  });

  it('a reopened order gets its invoice number again, unless another order has it', async () => {
    const { account, at, becomes, comesTo } = await openOrder();
    const { accountId } = account;
    await service.orders.updateOrder({ ...at, items: undefined, invoiceNumber: 'R-1' });
    await becomes('cancelled');
    await comesTo('Deleted');
    await becomes('processing');
    expect(await comesTo('ChooseShipping')).toMatchObject({ invoiceNumber: 'R-1' });
    const claimed = { accountId, liveInvoice: 'R-1' };
    expect(await database.db.collection('orders').countDocuments(claimed)).toBe(1);

    await becomes('cancelled');
    await comesTo('Deleted');
    const other = aWooOrder();
    site.put(other);
    await account.sync(90);
    const [newest] = (await account.list()).filter(({ orderId }) => orderId !== at.orderId);
    await service.orders.updateOrder({
      accountId,
      orderId: newest?.orderId ?? 0,
      items: undefined,
      invoiceNumber: 'R-1',
    });
    await becomes('processing');
    expect((await comesTo('ChooseShipping')).invoiceNumber ?? '').toBe('');
  });

  it('an order that its store canceled while it had a label is canceled here after the label is voided', async () => {
    const { becomes, label, clear, comesTo, get, told } = await openOrder();
    await label('a');
    await told('fulfilled');
    expect(await becomes('cancelled')).toMatchObject({ skipped: 1 });
    expect((await get()).status).toBe('PrintLabel');
    await clear('a');
    await comesTo('Deleted');
  });

  it('the store is asked again when a purchase releases the order, because its state may have changed', async () => {
    const { there, at, becomes, lock, get, rests } = await openOrder();
    await lock('a');
    await becomes('cancelled');
    // The store's order is waiting for shipment again, but no import has read this change yet.
    site.put({ ...there, status: 'processing' });
    await service.orders.unlock({ ...at, purchaseId: 'a' });
    await rests();
    expect((await get()).status).toBe('ChooseShipping');
  });

  it('an order stays while its store does not answer, and the store decides before the next label', async () => {
    const { at, becomes, comesTo, lock, get } = await openOrder();
    await lock('a');
    await becomes('cancelled');
    const orders = database.db.collection<{ _id: number }>('store_write_backs');
    site.settings.revoked = true;
    await service.orders.unlock({ ...at, purchaseId: 'a' });
    await eventually(async () =>
      expect(await orders.findOne({ _id: at.orderId })).toMatchObject({ requests: expect.any(Number) }),
    );
    await eventually(async () =>
      expect(await orders.findOne({ _id: at.orderId, dueAt: { $exists: true } })).toBeNull(),
    );
    expect((await get()).status).toBe('ChooseShipping');
    expect((await service.orders.listConnections(at)).platforms[0]?.failedWriteBacks).toBe(0);
    site.settings.revoked = false;
    service.clock.advance(120_000);
    await expect(lock('b')).rejects.toMatchObject({ reason: 'store_changed_order' });
    await comesTo('Deleted');
  });

  it('an answer that took too long changes nothing, because the store may have changed meanwhile', async () => {
    const { there, lock, get, rests } = await openOrder();
    site.hooks.onCall = ({ url }) => {
      if (!url.pathname.endsWith(`/orders/${there.id}`)) return;
      site.hooks.onCall = () => undefined;
      site.mishap({ body: { ...there, status: 'cancelled' } });
      service.clock.advance(61_000);
    };
    await expect(lock('a')).rejects.toMatchObject({ reason: 'store_changed_order' });
    await rests();
    expect((await get()).status).toBe('ChooseShipping');
  });

  it('an order that its store deleted gets the last state that the store had reported', async () => {
    const { there, at, becomes, comesTo, lock } = await openOrder();
    await lock('a');
    await becomes('trash');
    site.remove(there);
    await service.orders.unlock({ ...at, purchaseId: 'a' });
    await comesTo('Deleted');
  });
});
