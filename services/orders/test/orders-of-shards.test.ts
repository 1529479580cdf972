import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { type ShardedDatabase, startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { orderIndexes } from '../src/adapters/mongo/order-indexes';
import { createWebhookStore } from '../src/adapters/mongo/webhook-store';
import { domainOrder } from './support/order-builder';
import { createReplica } from './support/replica';

const [AWAY, WELL] = [accountId(1), accountId(2)];

describe('while the shard of one account does not answer', () => {
  let database: ShardedDatabase;
  beforeAll(async () => {
    database = await startShardedDatabase();
    await ensureIndexes(database.db, orderIndexes);
  });
  afterEach(() => database.bringBack());
  afterAll(() => database.close());

  it('other accounts can read and change their orders and counters', async () => {
    const { store, counters } = createReplica(database.db, new FakeClock());
    const order = domainOrder({ accountId: WELL, orderId: orderId(20) });
    await store.insert(order);
    database.takeAway(AWAY);
    const held = [store.get(AWAY, 10), counters.read(AWAY), store.insert(domainOrder({ accountId: AWAY }))];
    for (let n = 0; n < 2; n += 1) {
      const found = await store.get(WELL, 20);
      expect(found).toMatchObject({ orderId: 20 });
      await store.update(found as typeof order, { fields: { status: 'Delivered' } });
      expect((await counters.read(WELL)).counts).toMatchObject({ Delivered: 1 });
    }
    database.bringBack();
    expect(await Promise.all(held)).toHaveLength(3);
  });

  it('the webhooks of other accounts are found', async () => {
    const sealer = { seal: () => ({ kid: 'k', sealed: Buffer.alloc(0) }), open: () => undefined };
    const webhooks = createWebhookStore({ db: database.db, sealer, onDue: () => undefined } as never);
    await webhooks.register(WELL, 'https://shop.example/hook', new Date());
    database.takeAway(AWAY);
    const held = webhooks.find(AWAY);
    for (let n = 0; n < 2; n += 1)
      expect(await webhooks.find(WELL)).toMatchObject({ url: 'https://shop.example/hook' });
    database.bringBack();
    expect(await held).toBeUndefined();
  });
});
