import { anAddress } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('bulk_create_orders', () => {
  const t = serveOrders();

  const order = (given: object = {}) => ({ shipTo: anAddress(), items: [], ...given });
  const bulk = (orders: ReturnType<typeof order>[]) =>
    t.orders.bulkCreateOrders({ accountId: t.account, orders });
  const countOf = async (accountId = t.account) =>
    (
      await t.orders.listOrders({
        accountId,
        status: 'active',
        page: { page: 1, pageSize: 50 },
      })
    ).total;

  it('a hundred orders are returned in input order, each with its own number [MCP-O15]', async () => {
    const { created, skipped, results } = await bulk(
      Array.from({ length: 100 }, (_, index) =>
        order({ items: [{ name: 'Mug', quantity: index + 1, priceCents: 100 }], weightOz: index + 1 }),
      ),
    );
    expect([created, skipped]).toEqual([100, 0]);
    expect(results.map((result) => result.order?.subtotalCents)).toEqual(
      Array.from({ length: 100 }, (_, index) => (index + 1) * 100),
    );
    expect(new Set(results.map((result) => result.order?.orderNumber)).size).toBe(100);
    expect(await countOf()).toBe(100);
    expect(results[0]?.customerCreated).toBe(true);
    expect(results[1]).toMatchObject({ customerCreated: false, customerId: results[0]?.customerId });
  });

  it('one invalid order stops the whole call, and the message names every problem with its position [MCP-O16]', async () => {
    const customer = t.customers.add(t.account, { firstName: 'Grace', lastName: 'Hopper' });
    const foreign = t.customers.add(t.account + 10_000, { firstName: 'Eve' });
    const records = t.customers.records.size;
    const atPlace = (field: string, problem: object) => ({
      field,
      reason: 'at_place',
      params: { problem },
    });
    const refused = bulk([
      order(),
      order({ shipTo: anAddress({ zip: '', city: ' ' }) }),
      order({ customerId: customer.customerId }),
      order({ shipTo: undefined, customerId: foreign.customerId }),
      order({ weightOz: -2, items: [{ name: '', quantity: 0, priceCents: 1 }] }),
    ]);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'orders[1].ship_to.city',
      reason: 'problems',
      params: {
        problems: [
          { field: 'orders[1].ship_to.city', reason: 'field_required', params: {} },
          { field: 'orders[1].ship_to.zip', reason: 'field_required', params: {} },
          atPlace('orders[2]', { reason: 'order_needs_one_recipient', params: {} }),
          atPlace('orders[3].customer_id', {
            reason: 'customer_not_found',
            params: { customerId: foreign.customerId },
          }),
          { field: 'orders[4].items[0].name', reason: 'field_required', params: {} },
          { field: 'orders[4].items[0].quantity', reason: 'field_not_counting', params: { got: 0 } },
          { field: 'orders[4].weight_oz', reason: 'field_not_positive', params: { got: -2 } },
        ],
      },
    });
    expect(await countOf()).toBe(0);
    expect(t.customers.records.size).toBe(records);
    const products = { accountId: t.account, query: '', page: { page: 1, pageSize: 50 } };
    expect((await t.orders.listProducts(products)).total).toBe(0);
  });

  it.each([
    [0, { reason: 'field_required', params: {} }],
    [101, { reason: 'too_many_orders', params: { max: 100, got: 101 } }],
  ])('a call with %i orders is refused [MCP-L6]', async (count, reason) => {
    await expect(bulk(Array.from({ length: count }, () => order()))).rejects.toMatchObject({
      params: { problems: [{ field: 'orders', ...reason }] },
    });
    expect(await countOf()).toBe(0);
  });

  it('an order is skipped when its external id belongs to an existing order or to an earlier order of the call [MCP-O13]', async () => {
    const before = await bulk([order({ externalOrderId: 'shop-1' })]);
    const known = before.results[0]?.order?.orderId;
    const { created, skipped, results } = await bulk([
      order({ externalOrderId: 'shop-2' }),
      order({ externalOrderId: 'shop-1' }),
      order({ externalOrderId: 'shop-2' }),
      order(),
    ]);
    expect([created, skipped]).toEqual([2, 2]);
    expect(results.map((result) => result.created)).toEqual([true, false, false, true]);
    expect(results[1]?.order?.orderId).toBe(known);
    expect(results[2]?.order?.orderId).toBe(results[0]?.order?.orderId);
    expect(await countOf()).toBe(3);
  });

  it('the same call from five callers at once creates each order once', async () => {
    const orders = Array.from({ length: 10 }, (_, index) => order({ externalOrderId: `race-${index}` }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => bulk(orders)));
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(10);
    for (const { results } of answers) {
      expect(results.map((result) => result.order?.orderId)).toEqual(
        answers[0]?.results.map((result) => result.order?.orderId),
      );
    }
    expect(await countOf()).toBe(10);
  });
});
