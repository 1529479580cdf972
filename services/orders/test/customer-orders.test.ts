import type { Order } from '@parcelyard/contracts/orders';
import { orderCreated, orderReassigned } from '@parcelyard/events/event-type';
import { eventually } from '@parcelyard/testing/eventually';
import { anImport, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('orders of a customer', () => {
  const t = serveOrders();
  const told: { eventId: string; orderId: number; customerId: number; date: Date | undefined }[] = [];
  const account = 1;

  beforeAll(async () => {
    await t.bus.subscribe({
      durable: 'test',
      type: orderCreated.name,
      handle: async ({ eventId, payload }) => {
        const { orderId, customerId, date } = orderCreated.message.decode(payload);
        told.push({ eventId, orderId, customerId, date });
      },
    });
  });

  it('a created order and an imported order are each published once, with their own dates', async () => {
    const { customerId } = t.customers.add(account, { firstName: 'Ada' });
    const { order } = await t.orders.createOrder(anOrder(account, { customerId }));
    const date = new Date('2025-01-02T03:04:05Z');
    const kept = anImport({ externalOrderId: 'old-1', customerId, date });
    const { ids } = await t.orders.importOrders({ accountId: account, orders: [kept] });
    await t.orders.importOrders({ accountId: account, orders: [kept] });
    const [imported = 0] = ids;
    await eventually(() => expect(told).toHaveLength(2));
    expect(told).toEqual(
      expect.arrayContaining([
        {
          eventId: `order_created:${order?.orderId}`,
          orderId: order?.orderId,
          customerId,
          date: order?.date,
        },
        { eventId: `order_created:${imported}`, orderId: imported, customerId, date },
      ]),
    );
    const { orders } = await t.orders.listCustomerOrders({ accountId: account, customerId, limit: 10 });
    expect(orders.map(({ orderId }) => orderId)).toEqual([order?.orderId, imported]);
  });

  it('an order that is given to another customer is published with its date, and not when the customer stays', async () => {
    const given: object[] = [];
    await t.bus.subscribe({
      durable: 'given',
      type: orderReassigned.name,
      handle: async ({ payload }) => void given.push(orderReassigned.message.decode(payload)),
    });
    const [first, second] = [t.customers.add(account), t.customers.add(account)];
    const { order } = await t.orders.createOrder(anOrder(account, { customerId: first.customerId }));
    const { orderId, date } = order as Order;
    const change = (customerId: number) =>
      t.orders.updateOrder({ accountId: account, orderId, items: undefined, note: 'x', customerId });
    for (const { customerId } of [first, second, second, first]) await change(customerId);
    await eventually(() => expect(given).toHaveLength(2));
    expect(given).toEqual([
      { accountId: account, orderId, date, customerId: second.customerId, version: 3 },
      { accountId: account, orderId, date, customerId: first.customerId, version: 5 },
    ]);
  });

  it('an order without a customer record publishes no event', async () => {
    await t.orders.importOrders({ accountId: account, orders: [anImport()] });
    const [order] = await t.db.collection('orders').find({ accountId: account }).toArray();
    expect(order?.outbox).toEqual([]);
  });

  it('are listed for their account only, newest first, up to the given number', async () => {
    const { customerId } = t.customers.add(account);
    const orders = [3, 1, 2].map((day) =>
      anImport({ customerId, orderNumber: `D${day}`, date: new Date(`2025-02-0${day}T00:00:00Z`) }),
    );
    await t.orders.importOrders({ accountId: account, orders });
    const numbers = async (accountId: number, limit: number) =>
      (await t.orders.listCustomerOrders({ accountId, customerId, limit })).orders.map(
        ({ orderNumber }) => orderNumber,
      );
    expect(await numbers(account, 2)).toEqual(['D3', 'D2']);
    expect(await numbers(account, 0)).toEqual(['D3']);
    expect(await numbers(2, 10)).toEqual([]);
  });
});
