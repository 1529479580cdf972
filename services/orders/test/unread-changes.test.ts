import type { OutboxEntry } from '@parcelyard/events/outbox-entry';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { Binary } from 'mongodb';
import type { OrderDocument } from '../src/adapters/mongo/order-document';
import { orderIndexes } from '../src/adapters/mongo/order-indexes';
import type { Order } from '../src/domain/order';
import { changeOrder } from '../src/use-cases/change-order';
import { domainOrder } from './support/order-builder';
import { createReplica } from './support/replica';

const ACCOUNT = accountId(1);

describe('an order that a process has just written', () => {
  let database: TestDatabase;
  let nextOrder = 0;
  const now = new Date('2026-03-02T10:00:00Z');

  beforeAll(async () => {
    database = await startTestDatabase();
    await ensureIndexes(database.db, orderIndexes);
  });
  afterAll(() => database.close());

  const replica = () => createReplica(database.db, new FakeClock());
  type Replica = ReturnType<typeof replica>;

  const create = async ({ store }: Replica): Promise<Order> => {
    nextOrder += 1;
    const order = domainOrder({
      accountId: ACCOUNT,
      orderId: orderId(nextOrder),
      orderNumber: `N${nextOrder}`,
    });
    await store.insert(order);
    return order;
  };
  const written = async (one: Replica, order: Order) =>
    (await one.store.update(order, { fields: { trackingNumber: 'T1' } })) as Order;
  const event = (eventId: string): OutboxEntry => ({
    eventId,
    type: 'label_purchased',
    accountId: ACCOUNT,
    occurredAt: now,
    payload: new Binary(new Uint8Array()),
  });

  it('is changed in the state that another process left', async () => {
    const [one, other] = [replica(), replica()];
    const order = await written(one, await create(one));
    await other.store.update(order, { fields: { lockedBy: 'p' } });
    const changed = await changeOrder(one.store, ACCOUNT, order.orderId, ({ lockedBy }) => ({
      fields: { trackingNumber: `T2 of ${lockedBy}` },
    }));
    expect(changed).toMatchObject({ lockedBy: 'p', trackingNumber: 'T2 of p' });
  });

  it.each(['refuse', 'change nothing'])(
    'does not %s because of a state that another process has already changed',
    async (what) => {
      const [one, other] = [replica(), replica()];
      const order = await written(one, await create(one));
      await other.store.update(order, { fields: { trackingNumber: '' } });
      const changed = await changeOrder(one.store, ACCOUNT, order.orderId, ({ trackingNumber }) => {
        if (trackingNumber === '') return { fields: { lockedBy: 'p' } };
        if (what === 'change nothing') return undefined;
        throw new DomainError('failed_precondition', 'order_not_held', {
          orderId: order.orderId,
          purchaseId: '',
        });
      });
      expect(changed.lockedBy).toBe('p');
    },
  );

  it('is stored beside a change that came too late', async () => {
    const one = replica();
    const orders = await Promise.all(Array.from({ length: 6 }, () => create(one)));
    const [late] = orders as [Order];
    await replica().store.update(late, { fields: { lockedBy: 'p' } });
    const { revision } = await one.counters.read(ACCOUNT);
    const changed = await Promise.all(
      orders.map((order) => one.store.update(order, { fields: { status: 'Deleted' } })),
    );
    expect(changed.map((order) => order?.status)).toEqual([undefined, ...Array(5).fill('Deleted')]);
    const counted = await one.counters.read(ACCOUNT);
    expect(counted.counts.Deleted).toBe(5);
    expect(counted.revision).toBeGreaterThan(revision);
  });

  it('is published with the earlier events that a process left behind, those first', async () => {
    const one = replica();
    const order = await create(one);
    const orders = database.db.collection<OrderDocument>('orders');
    await orders.updateOne({ _id: order.orderId }, { $set: { outbox: [event('left behind')] } });
    await one.store.update(order, { fields: { trackingNumber: 'T3' }, events: [event('new')] });
    expect(one.sent.at(-1)?.outbox?.map(({ eventId }) => eventId)).toEqual(['left behind', 'new']);
  });
});
