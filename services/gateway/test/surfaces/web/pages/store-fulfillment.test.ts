import { failure } from '@parcelyard/service-kit/failure';
import { anOrder } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';

const failed = {
  state: 'failed',
  purchaseId: 'pur_1',
  at: new Date('2026-03-02T15:00:00Z'),
  failure: failure('failed_precondition', 'store_write_refused', {
    storeName: 'Mugs',
    said: 'its app may not fulfill orders',
  }),
};
const visitOrder = (storeFulfillment: typeof failed | undefined) => {
  const order = anOrder({ storeFulfillment, label: undefined });
  const told: unknown[] = [];
  const orders = {
    getOrder: async () => order,
    retryWriteBack: async (request: unknown) => {
      told.push(request);
      return {};
    },
  };
  return { path: `/orders/${order.orderId}`, order, told, visit: visitAsOwner({ orders }) };
};

describe('the page of a store order', () => {
  it('says why the store does not have the label, and writes it back again', async () => {
    const { path, order, told, visit } = visitOrder(failed);
    const { visitor } = await visit;
    const page = await visitor.open(path);
    expect(page.text).toContain(
      'Mugs did not accept the fulfillment of this order: its app may not fulfill orders.',
    );
    const after = await visitor.press(page, 'Notify the store again');
    expect(after.path).toBe(path);
    expect(told).toEqual([{ accountId: ACCOUNT_ID, orderId: order.orderId, platform: '' }]);
    expect((await pressWithoutToken(visitor, page, 'Notify the store again')).status).toBe(403);
  });

  it('says that the store has the label', async () => {
    const { path, visit } = visitOrder({ ...failed, state: 'fulfilled', failure: undefined as never });
    const { visitor } = await visit;
    const { text } = await visitor.open(path);
    expect(text).toContain('Marked as fulfilled in the store, with the tracking number.');
    expect(text).not.toContain('Notify the store again');
  });

  it('says nothing about a store for an order without one', async () => {
    const { path, visit } = visitOrder(undefined);
    const { visitor } = await visit;
    expect((await visitor.open(path)).text).not.toContain('In the store');
  });
});
