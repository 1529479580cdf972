import { orderCreated } from '@parcelyard/events/event-type';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { anImport, anOrder } from './support/builders';
import { startOrders } from './support/start-orders';

describe('orders of a customer', () => {
  let database: TestDatabase;
  let service: Awaited<ReturnType<typeof startOrders>>;
  const told: { eventId: string; orderId: number; customerId: number; date: Date | undefined }[] = [];
  const account = 1;

  beforeAll(async () => {
    database = await startTestDatabase();
    service = await startOrders(database);
    await service.bus.subscribe({
      durable: 'test',
      types: [orderCreated.name],
      handle: async ({ eventId, payload }) => {
        const { orderId, customerId, date } = orderCreated.message.decode(payload);
        told.push({ eventId, orderId, customerId, date });
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });

  it('a created order and an imported one are each told once, with their own dates', async () => {
    const { customerId } = service.customers.add(account, { firstName: 'Ada' });
    const { order } = await service.orders.createOrder(anOrder(account, { customerId }));
    const date = new Date('2025-01-02T03:04:05Z');
    const kept = anImport({ externalOrderId: 'old-1', customerId, date });
    const { ids } = await service.orders.importOrders({ accountId: account, orders: [kept] });
    await service.orders.importOrders({ accountId: account, orders: [kept] });
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
    const { orders } = await service.orders.listCustomerOrders({ accountId: account, customerId, limit: 10 });
    expect(orders.map(({ orderId }) => orderId)).toEqual([order?.orderId, imported]);
  });

  it('an order without a customer record is told to nobody', async () => {
    await service.orders.importOrders({ accountId: account, orders: [anImport()] });
    const [order] = await database.db.collection('orders').find({ accountId: account }).toArray();
    expect(order?.outbox).toEqual([]);
  });

  it('are those of the account alone, newest first, as many as asked', async () => {
    const { customerId } = service.customers.add(account);
    const orders = [3, 1, 2].map((day) =>
      anImport({ customerId, orderNumber: `D${day}`, date: new Date(`2025-02-0${day}T00:00:00Z`) }),
    );
    await service.orders.importOrders({ accountId: account, orders });
    const numbers = async (accountId: number, limit: number) =>
      (await service.orders.listCustomerOrders({ accountId, customerId, limit })).orders.map(
        ({ orderNumber }) => orderNumber,
      );
    expect(await numbers(account, 2)).toEqual(['D3', 'D2']);
    expect(await numbers(account, 0)).toEqual(['D3']);
    expect(await numbers(2, 10)).toEqual([]);
  });
});
