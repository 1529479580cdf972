import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { startOrders } from '../support/start-orders';
import { openAccount } from './open-account';
import { aWooOrder, CONSUMER, startWooCommerceDouble } from './start-woocommerce-double';

describe('an account that disconnects a store and connects another one', () => {
  let database: TestDatabase;
  let [left, next] = [] as Awaited<ReturnType<typeof startWooCommerceDouble>>[];
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    [left, next] = [await startWooCommerceDouble(), await startWooCommerceDouble()];
    service = await startOrders(database, undefined, [left.host, next.host]);
  });
  afterEach(async () => {
    await service.stop();
    await Promise.all([left?.stop(), next?.stop()]);
  });

  const woo = (url = '') => ({ $case: 'woocommerce' as const, woocommerce: { url, ...CONSUMER } });
  /** Simulates a crash in the middle of disconnecting: the connection is deleted, and the later steps are not done. */
  const crashDuringDisconnect = ({ accountId }: { accountId: number }) =>
    database.db.collection('platform_connections').deleteOne({ accountId });

  it('imports every order of the new store, also when the process died during the disconnection', async () => {
    const account = openAccount(service);
    await account.connect(woo(left?.url));
    const firstCall = new Promise<void>((called) => {
      if (left) left.hooks.onCall = () => called();
    });
    left?.mishap('the connection breaks');
    const old = await account.start(90);
    await firstCall;
    await crashDuringDisconnect(account);
    next?.put(aWooOrder(), aWooOrder());
    await account.connect(woo(next?.url), 'Pots');
    const ended = await account.endedInTime(old);
    expect(ended).toMatchObject({ status: 'failed', errors: [{ code: 'disconnected' }] });
    service.clock.advance(1_000);
    expect((await account.sync(90)).counts).toMatchObject({ created: 2 });
    expect((await account.connection())?.status).toBe('connected');
  });

  it('stays connected to the new store when the old store refuses a late request', async () => {
    const account = openAccount(service);
    await account.connect(woo(left?.url));
    if (!left) return;
    left.settings.revoked = true;
    left.hooks.onCall = async () => {
      await crashDuringDisconnect(account);
      await account.connect(woo(next?.url), 'Pots');
    };
    const old = await account.start();
    await account.endedInTime(old);
    expect((await account.connection())?.status).toBe('connected');
  });

  it('stays connected when it renewed its key while the store refused the earlier one', async () => {
    const account = openAccount(service);
    await account.connect(woo(left?.url));
    if (!left) return;
    const { hooks, mishap } = left;
    const refusal = { status: 401, body: { code: 'woocommerce_rest_cannot_view', data: { status: 401 } } };
    hooks.onCall = async () => {
      hooks.onCall = () => undefined;
      await account.connect(woo(left?.url));
      mishap(refusal);
    };
    left.put(aWooOrder());
    const ended = await account.endedInTime(await account.start(90));
    expect(ended).toMatchObject({ status: 'completed', counts: { created: 1 } });
    await eventually(async () => expect((await account.connection())?.status).toBe('connected'));
  });
});
