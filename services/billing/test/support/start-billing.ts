import { type BillingDefinition, BillingDefinition as definition } from '@parcelyard/contracts/billing';
import type { Bus } from '@parcelyard/events/bus';
import { createInProcessBus } from '@parcelyard/events/in-process-bus';
import { loadConfig } from '@parcelyard/service-kit/config';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { callersOf } from '@parcelyard/service-kit/rpc/callers';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createBillingApp } from '../../src/app';
import { billingVariables } from '../../src/config';
import { GatewaySilent, type Payments } from '../../src/ports';

export type Billing = RpcClient<typeof BillingDefinition>;

interface Settings {
  plan?: string;
  balance?: number;
  autoRecharge?: number;
  paymentMethod?: string;
}

export interface BillingUnderTest {
  database: TestDatabase;
  clock: FakeClock;
  bus: Bus;
  billing: Billing;
  /** The connection of all processes to the payment gateway. A test can interrupt or delay it. */
  gateway: GatewayLine;
  /** @param more variables that this process has in addition */
  anotherProcess(
    failPoint?: FailPoint,
    mongo?: MongoConnection,
    more?: Record<string, string>,
  ): Promise<Billing>;
  /**
   * Returns a client that calls the service under this program name. The service refuses methods that this program may
   * not call.
   */
  asCaller(name: string): Billing;
  /** Creates a new account and returns its id. By default it has the enterprise plan and an empty balance. */
  anAccount(settings?: Settings): Promise<number>;
  stop(): Promise<void>;
}

export class GatewayLine {
  /** If true, no lookup or charge reaches the payment gateway. */
  isDown = false;
  beforeCharge: () => Promise<void> = async () => undefined;

  readonly through = (gateway: Payments): Payments => ({
    ...gateway,
    charge: async (order) => {
      if (this.isDown) throw new GatewaySilent(order.reference);
      await this.beforeCharge();
      return gateway.charge(order);
    },
    find: async (asked) => {
      if (this.isDown) throw new GatewaySilent(asked.reference);
      return gateway.find(asked);
    },
  });
}

/** @param environment variables of billing that differ from their default */
export async function startBilling(environment: Record<string, string> = {}): Promise<BillingUnderTest> {
  const defaults = { MONGODB_URI: 'mongodb://not-used', PAYMENTS: 'sandbox', ...environment };
  const database = await startTestDatabase();
  const clock = new FakeClock();
  const gateway = new GatewayLine();
  const bus = createInProcessBus({ logger: silentLogger });
  const apps: { stop(): Promise<void> }[] = [];
  const aProcess = async (
    failPoint: FailPoint = () => undefined,
    mongo: MongoConnection = database,
    more: Record<string, string> = {},
  ) => {
    const app = await createBillingApp({
      config: loadConfig(billingVariables, { ...defaults, ...more }),
      mongo,
      bus,
      clock,
      logger: silentLogger,
      failPoint,
      payments: gateway.through,
    });
    apps.push(app);
    return app.handlers;
  };
  const anotherProcess: BillingUnderTest['anotherProcess'] = async (...given) =>
    createLocalClient(definition, await aProcess(...given), { defaultTimeoutMs: 60_000 });
  const handlers = await aProcess();
  const billing = createLocalClient(definition, handlers, { defaultTimeoutMs: 60_000 });
  const rule = callersOf('billing');
  const asCaller = (name: string) =>
    createLocalClient(definition, handlers, { caller: { name, rule }, defaultTimeoutMs: 60_000 });
  let accounts = 0;
  const anAccount = async ({
    plan = 'enterprise',
    balance = 0,
    autoRecharge = 0,
    paymentMethod,
  }: Settings = {}) => {
    accounts += 1;
    const accountId = accounts;
    await billing.updateAccount({
      accountId,
      plan,
      autoRechargeCents: autoRecharge,
      paymentMethod,
      idempotencyKey: '',
    });
    if (balance > 0) await billing.addBalance({ accountId, amountCents: balance, idempotencyKey: 'first' });
    return accountId;
  };
  const stop = async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await bus.close();
    await database.close();
  };
  return { database, clock, bus, billing, gateway, anotherProcess, asCaller, anAccount, stop };
}

/** Returns a fail point that throws whenever the code reaches `place`, as if the process crashed there. */
export const crashAt =
  (place: string): FailPoint =>
  (reached) => {
    if (reached === place) throw new Error(`crash at ${place}`);
  };

export const aHold = (accountId: number, purchaseId: string, cents = 1000) => ({
  accountId,
  purchaseId,
  postageCents: cents,
  insuranceCents: 0,
  batch: false,
});
