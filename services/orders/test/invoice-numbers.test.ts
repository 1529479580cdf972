import { anAddress, anImport, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('an invoice number', () => {
  const t = serveOrders();

  const numbered = (given: object = {}) => ({ invoiceNumber: 'INV-1', byEmail: true, ...given });
  const create = (given: object = {}) => t.orders.createOrder(anOrder(t.account, numbered(given)));
  const count = async () => {
    const everything = { accountId: t.account, statuses: [], liveOnly: false, page: undefined };
    return (await t.orders.findOrders(everything)).total;
  };
  const TAKEN = { code: 'already_exists', field: 'invoice_number' };

  it('belongs to one active order, also when many orders come at once [REST-O4]', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => create()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create()).rejects.toMatchObject(TAKEN);
    expect(await count()).toBe(1);
  });

  it('is free again when its order is canceled or gets another number', async () => {
    const { order } = await create();
    const orderId = order?.orderId ?? 0;
    await t.orders.updateOrder({
      accountId: t.account,
      orderId,
      items: undefined,
      invoiceNumber: 'INV-2',
    });
    const second = await create();
    await expect(
      t.orders.updateOrder({ accountId: t.account, orderId, items: undefined, invoiceNumber: 'INV-1' }),
    ).rejects.toMatchObject(TAKEN);
    await t.orders.cancelOrder({
      accountId: t.account,
      orderId: second.order?.orderId ?? 0,
      dryRun: false,
    });
    expect((await create()).created).toBe(true);
  });

  it('of an imported order is only stored: other orders may have it', async () => {
    const orders = ['a', 'b'].map((externalOrderId) => anImport({ externalOrderId, invoiceNumber: 'INV-1' }));
    expect(await t.orders.importOrders({ accountId: t.account, orders })).toMatchObject({ created: 2 });
    expect((await create()).created).toBe(true);
    const found = {
      accountId: t.account,
      statuses: [],
      liveOnly: false,
      page: undefined,
      invoiceNumber: 'INV-1',
    };
    expect((await t.orders.findOrders(found)).total).toBe(3);
  });

  it('in a repeated request returns the first order, and in another request is refused [REST-L5]', async () => {
    const first = await create({ requestKey: 'once' });
    const again = await create({ requestKey: 'once' });
    expect(again.created).toBe(true);
    expect(again.order?.orderId).toBe(first.order?.orderId);
    await expect(create({ requestKey: 'other' })).rejects.toMatchObject(TAKEN);
    await expect(create()).rejects.toMatchObject(TAKEN);
    expect(await count()).toBe(1);
  });

  it('of a batch that stopped early is accepted again from the same request [REST-L5]', async () => {
    const of = (invoiceNumber: string) => ({
      invoiceNumber,
      byEmail: true,
      requestKey: 'batch',
      shipTo: anAddress(),
      items: [{ name: '', sku: 'A', quantity: 1, priceCents: 5 }],
    });
    await t.orders.bulkCreateOrders({ accountId: t.account, orders: [of('B-1')] });
    const { results } = await t.orders.bulkCreateOrders({
      accountId: t.account,
      orders: [of('B-1'), of('B-2')],
    });
    expect(results.map(({ created, order }) => [created, order?.invoiceNumber])).toEqual([
      [true, 'B-1'],
      [true, 'B-2'],
    ]);
    expect(await count()).toBe(2);
  });
});
