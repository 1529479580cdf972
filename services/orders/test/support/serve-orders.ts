import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { startOrders } from './start-orders';

type Service = Awaited<ReturnType<typeof startOrders>>;

/** Starts the service for the tests of this file. It uses its own database, which is removed after the last test. */
export function serveOrders() {
  let database: TestDatabase;
  let service: Service;
  let account = 0;
  beforeAll(async () => {
    database = await startTestDatabase();
    service = await startOrders(database);
  });
  const changeAccount = () => {
    account += 1;
  };
  beforeEach(changeAccount);
  afterAll(async () => {
    await service.stop();
    await database.close();
  });
  return {
    /** Makes `account` a new account. */
    changeAccount,
    /** Returns a new account for each test. */
    get account() {
      return account;
    },
    get bus() {
      return service.bus;
    },
    get clock() {
      return service.clock;
    },
    get customers() {
      return service.customers;
    },
    get db() {
      return service.db;
    },
    get orders() {
      return service.orders;
    },
  };
}
