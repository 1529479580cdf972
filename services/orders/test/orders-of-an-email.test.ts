import type { FindOrdersRequest, NewOrder, Order } from '@parcelyard/contracts/orders';
import { anAddress, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('orders found by e-mail [REST-O8]', () => {
  const t = serveOrders();

  const create = async (given: Partial<NewOrder>): Promise<Order> =>
    (await t.orders.createOrder(anOrder(t.account, given))).order as Order;

  const find = async (email: string, given: Partial<FindOrdersRequest> = {}) => {
    const { orders } = await t.orders.findOrders({
      accountId: t.account,
      statuses: [],
      liveOnly: false,
      page: { page: 1, pageSize: 10 },
      email,
      ...given,
    });
    return orders.map(({ orderId, shipTo }) => [orderId, shipTo?.email]);
  };

  const ownerOf = (email: string) => t.customers.add(t.account, { firstName: 'Ada', email }).customerId;
  const attached = (customerId: number, email: string) =>
    create({ customerId, shipTo: anAddress({ email }), byEmail: true });

  it('include an order that shows the e-mail of its customer, over pages and over a cursor', async () => {
    const customerId = ownerOf('Ada@x.co');
    const own = await attached(ownerOf('else@x.co'), 'ada@x.co');
    const empty = await attached(customerId, '');
    const placeholder = await attached(customerId, 'noemail@shop.example');
    await attached(customerId, 'other@x.co');
    const ids = [placeholder, empty, own].map(({ orderId }) => orderId);
    const shown = [
      [ids[0], 'Ada@x.co'],
      [ids[1], 'Ada@x.co'],
      [ids[2], 'ada@x.co'],
    ];
    expect(await find(' ADA@x.co')).toEqual(shown);
    expect(await find('ada@x.co', { cursor: '' })).toEqual(shown);
    expect(await find('ada@x.co', { updatedFrom: new Date(0) })).toEqual(shown.toReversed());
  });

  it('follow an order to another customer, and to an address of its own', async () => {
    const [first, second] = [ownerOf('first@x.co'), ownerOf('second@x.co')];
    const { orderId } = await attached(first, '');
    const at = { accountId: t.account, orderId };
    await t.orders.updateOrder({ ...at, items: undefined, customerId: second });
    expect(await find('first@x.co')).toEqual([]);
    expect(await find('second@x.co')).toEqual([[orderId, 'second@x.co']]);
    await t.orders.updateOrder({ ...at, items: undefined, shipTo: { email: 'own@x.co' } });
    expect(await find('second@x.co')).toEqual([]);
    expect(await find('own@x.co')).toEqual([[orderId, 'own@x.co']]);
  });

  it('leave out orders that do not show the e-mail, because it is a placeholder of their customer', async () => {
    const customerId = ownerOf('none@x.co');
    const own = await attached(customerId, 'none@x.co');
    await attached(customerId, '');
    await attached(customerId, 'noemail@x.co');
    expect(await find('none@x.co')).toEqual([[own.orderId, 'none@x.co']]);
  });

  it('are found by the search of a list, too, each once and by date', async () => {
    const customerId = ownerOf('search@x.co');
    const at = (day: number) => ({ date: new Date(Date.UTC(2026, 2, day)), byEmail: true });
    const [own, shown, both] = [
      await create({ customerId, shipTo: anAddress({ email: 'search@x.co' }), ...at(1) }),
      await create({ customerId, shipTo: anAddress({ email: '' }), ...at(2) }),
      await create({ customerId, shipTo: anAddress({ name: 'Search@x.co', email: 'none@x.co' }), ...at(3) }),
    ];
    await attached(ownerOf('else@x.co'), '');
    const search = async (text: string, pageSize = 10) =>
      t.orders.listOrders({
        accountId: t.account,
        status: '',
        anyStatus: true,
        page: { page: 1, pageSize },
        search: { text, from: '', to: '' },
        oldestFirst: false,
      });
    const idsOf = ({ orders }: { orders: { orderId: number }[] }) => orders.map(({ orderId }) => orderId);
    expect(idsOf(await search(' SEARCH@x.co'))).toEqual([both, shown, own].map(({ orderId }) => orderId));
    expect(await search('search@x.co', 1)).toMatchObject({ orders: [{ orderId: both.orderId }], total: 3 });
    expect(idsOf(await search('nobody@x.co'))).toEqual([]);
  });

  it('include an order whose customer got an e-mail later', async () => {
    const customer = t.customers.add(t.account, { firstName: 'Ada' });
    const { orderId } = await attached(customer.customerId, '');
    expect(await find('late@x.co')).toEqual([]);
    customer.email = 'late@x.co';
    expect(await find('late@x.co')).toEqual([[orderId, 'late@x.co']]);
  });
});
