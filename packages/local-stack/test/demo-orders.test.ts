import { demoOrders } from '../src/demo/demo-orders';

describe('the demo shop', () => {
  const now = new Date('2026-03-02T15:00:00Z');
  const orders = demoOrders(
    Array.from({ length: 12 }, (_, position) => 5_001 + position),
    now,
  );

  it('has thirty orders in several states, each with its own key, all in the past', () => {
    expect(orders).toHaveLength(30);
    expect(new Set(orders.map(({ externalOrderId }) => externalOrderId)).size).toBe(30);
    expect(new Set(orders.map(({ status }) => status)).size).toBeGreaterThan(5);
    for (const { date } of orders) expect((date as Date).getTime()).toBeLessThan(now.getTime());
  });

  it('has no label that was not bought from a carrier', () => {
    const labelled = ['PrintLabel', 'LabelPrinted', 'WaitingForPickup'];
    expect(orders.filter(({ status }) => labelled.includes(status))).toEqual([]);
  });
});
