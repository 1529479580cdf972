import { partial } from '@parcelyard/testing/partial';
import type { Customers } from '../src/adapters/clients/customers-client';
import type { OrderStore } from '../src/adapters/mongo/order-store';
import { createOrder, type PlacingPorts } from '../src/use-cases/create-order';
import { anAddress, anOrder } from './support/builders';
import { domainOrder } from './support/order-builder';
import { serveOrders } from './support/serve-orders';

describe('an external order id beside an invoice number [REST-O14]', () => {
  const t = serveOrders();

  const order = (given: object) => ({ shipTo: anAddress(), items: [], byEmail: true, ...given });
  const create = (given: object) => t.orders.createOrder(anOrder(t.account, { byEmail: true, ...given }));
  const bulk = (...given: object[]) =>
    t.orders.bulkCreateOrders({ accountId: t.account, orders: given.map(order) });
  const count = async () =>
    (await t.orders.findOrders({ accountId: t.account, statuses: [], liveOnly: false, page: undefined }))
      .total;

  const A = { externalOrderId: 'x', invoiceNumber: 'A' };
  const B = { externalOrderId: 'x', invoiceNumber: 'B' };
  const TAKEN = { code: 'already_exists', reason: 'external_order_id_taken' };

  it('belongs to one order: the same pair returns it, and another invoice number is refused', async () => {
    expect(await create(A)).toMatchObject({ created: true });
    expect(await create(A)).toMatchObject({ created: false });
    await expect(create(B)).rejects.toMatchObject({ ...TAKEN, field: 'external_order_id' });
    expect(await count()).toBe(1);
  });

  it('creates one order when many requests come at once, and refuses those with another invoice number', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => ({ ...A, invoiceNumber: `N${n}` }));
    const outcomes = await Promise.allSettled(numbers.map(create));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(TAKEN);
    }
    expect(await count()).toBe(1);
  });

  it('belongs to the order that another request creates between the look-ups by both numbers', async () => {
    const made = { ...domainOrder(), ...A };
    const orders = partial<OrderStore>({ findLive: async () => undefined, findByInvoice: async () => made });
    const ports = partial<PlacingPorts>({ orders, customers: partial<Customers>({}) });
    const place = (given: object) => createOrder(ports, { accountId: t.account, order: order(given) });
    expect(await place(A)).toMatchObject({ created: false, order: { orderId: made.orderId } });
    for (const given of [{ ...A, externalOrderId: 'y' }, { invoiceNumber: 'A' }])
      await expect(place(given)).rejects.toMatchObject({ reason: 'invoice_number_taken' });
  });

  it('that contradicts another order in a batch stops the whole batch, and its position is named', async () => {
    await create(A);
    await expect(bulk({ invoiceNumber: 'C' }, B)).rejects.toMatchObject({
      ...TAKEN,
      field: 'orders[1].external_order_id',
    });
    const twice = [
      { ...A, externalOrderId: 'y', invoiceNumber: 'D' },
      { ...A, externalOrderId: 'y', invoiceNumber: 'E' },
    ];
    await expect(bulk(...twice)).rejects.toMatchObject({
      code: 'already_exists',
      reason: 'external_order_id_repeated',
      field: 'orders[1].external_order_id',
    });
    expect(await count()).toBe(1);
    expect((await bulk({ invoiceNumber: 'C' }, A)).results.map(({ created }) => created)).toEqual([
      true,
      false,
    ]);
  });
});
