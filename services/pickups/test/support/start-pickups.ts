import type { PickupsDefinition } from '@parcelyard/contracts/pickups';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type ExplainedQuery, type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { PICKUPS } from '../../src/adapters/mongo/pickup-store';
import { createPickupsApp } from '../../src/app';
import { FakeOrders } from './fake-orders';
import { FakeShipping } from './fake-shipping';

/** Monday, 2 March 2026, 09:00 in Austin: after the cut-off time of that day. */
const MONDAY = '2026-03-02T15:00:00.000Z';

class Crash extends Error {}

/** The service with a real database. Other services are fakes. The clock changes only when a test advances it. */
export class PickupsUnderTest {
  readonly orders: FakeOrders;
  readonly shipping: FakeShipping;
  readonly clock: FakeClock;
  readonly ids: ReturnType<typeof createMemoryIdKeeper>;
  carrierPickup = true;
  private armed: string | undefined;
  private meanwhile: { failPoint: string; happen: () => void } | undefined;
  stopApp: () => Promise<void> = async () => undefined;
  private handlers: RpcHandlers<PickupsDefinition> | undefined;

  private constructor(
    private readonly database: TestDatabase,
    private readonly watched: WatchedQueries,
    neighbours?: PickupsUnderTest,
  ) {
    this.orders = neighbours?.orders ?? new FakeOrders();
    this.shipping = neighbours?.shipping ?? new FakeShipping();
    this.clock = neighbours?.clock ?? new FakeClock(MONDAY);
    this.ids = neighbours?.ids ?? createMemoryIdKeeper();
  }

  static async start(): Promise<PickupsUnderTest> {
    const database = await startTestDatabase();
    const service = new PickupsUnderTest(database, await watchQueries(database));
    await service.startApp();
    return service;
  }

  /** Returns how the database executes each kind of query that the service has sent. */
  explain(): Promise<ExplainedQuery[]> {
    return this.watched.explain();
  }

  /** Returns the RPCs, which are called without a network. */
  get rpc() {
    const { handlers } = this;
    if (!handlers) throw new Error('Not started.');
    const context = { requestId: 'test', signal: new AbortController().signal };
    return {
      check: (date: string, carrier = '', accountId = 1, timeZone?: string) =>
        handlers.checkAvailability({ accountId, date, carrier, timeZone }, context),
      schedule: (request: Partial<Parameters<typeof handlers.schedulePickup>[0]> = {}) =>
        handlers.schedulePickup(
          {
            accountId: 1,
            date: '2026-03-03',
            location: 'Front door',
            carrier: '',
            instructions: '',
            confirm: true,
            ...request,
          },
          context,
        ),
      get: (pickupId: number, accountId = 1) => handlers.getPickup({ accountId, pickupId }, context),
      list: (page = 1, pageSize = 25, accountId = 1) =>
        handlers.listPickups({ accountId, page: { page, pageSize } }, context),
      listBy: (coming: boolean, today: string, page = 1, accountId = 1) =>
        handlers.listPickups({ accountId, page: { page, pageSize: 25 }, coming, today }, context),
      cancel: (pickupId: number, confirm = true, accountId = 1) =>
        handlers.cancelPickup({ accountId, pickupId, confirm }, context),
    };
  }

  async scheduled(request: Parameters<PickupsUnderTest['rpc']['schedule']>[0] = {}) {
    const { outcome } = await this.rpc.schedule(request);
    if (outcome?.$case !== 'pickup') throw new Error('Not scheduled.');
    return outcome.pickup;
  }

  /** Starts another process with the same database and the same fakes. */
  async startSecond(): Promise<PickupsUnderTest> {
    const second = new PickupsUnderTest(this.database, this.watched, this);
    await second.startApp();
    return second;
  }

  /** Simulates a crash at this point of the code: the rest of the request does not run. */
  crashAt(failPoint: string): void {
    this.armed = failPoint;
  }

  /** Calls `happen` when a request comes to this point of the code. The request then continues. */
  meanwhileAt(failPoint: string, happen: () => void): void {
    this.meanwhile = { failPoint, happen };
  }

  async restart(): Promise<void> {
    this.armed = undefined;
    await this.stopApp();
    await this.startApp();
  }

  /** Inserts `count` copies of this canceled pickup. */
  async repeat(pickupId: number, count: number): Promise<void> {
    const pickups = this.database.db.collection<{ _id: number }>(PICKUPS);
    const canceled = await pickups.findOne({ _id: pickupId });
    await pickups.insertMany(
      Array.from({ length: count }, (_, n) => ({ ...canceled, _id: pickupId + 1_000 + n })),
    );
  }

  states(): Promise<string[]> {
    return this.database.db
      .collection(PICKUPS)
      .find({}, { sort: { _id: 1 } })
      .map((document) => String(document.state))
      .toArray();
  }

  /** Returns how many times in a row the worker failed to settle each pickup. */
  failures(): Promise<number[]> {
    return this.database.db
      .collection(PICKUPS)
      .find({ leaseUntil: { $exists: false } }, { sort: { _id: 1 } })
      .map(({ dueFailures = 0 }) => dueFailures as number)
      .toArray();
  }

  async stop(): Promise<void> {
    await this.stopApp();
    await this.watched.close();
    await this.database.close();
  }

  private async startApp(): Promise<void> {
    const failPoint: FailPoint = (name) => {
      if (name === this.armed) throw new Crash(name);
      if (name === this.meanwhile?.failPoint) this.meanwhile.happen();
    };
    const app = await createPickupsApp({
      config: { SERVICE_NAME: 'Ship.com' },
      mongo: this.watched.mongo,
      clock: this.clock,
      logger: silentLogger,
      failPoint,
      clients: {
        orders: this.orders,
        shipping: this.shipping,
        billing: {
          ...this.ids,
          getFeatures: async () => ({
            features: {
              carrierPickup: this.carrierPickup,
              batch: true,
              businessReporting: true,
              marketingEmail: true,
            },
            missingFeatures: [{ feature: 'carrier_pickup', plans: ['Growth', 'Pro'] }],
          }),
        },
      },
      settleMaxIdleMs: 20,
    });
    this.handlers = app.handlers;
    this.stopApp = app.stop;
  }
}
