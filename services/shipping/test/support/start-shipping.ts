import { randomBytes } from 'node:crypto';
import { createBillingApp } from '@parcelyard/billing/app';
import { billingVariables } from '@parcelyard/billing/config';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition, MailSettings } from '@parcelyard/contracts/customers';
import { type Order, OrdersDefinition } from '@parcelyard/contracts/orders';
import {
  type BuyLabelRequest,
  type BuyLabelResult,
  type Rate,
  ShippingDefinition,
} from '@parcelyard/contracts/shipping';
import { connectBus } from '@parcelyard/events/connect-bus';
import { createOrdersApp } from '@parcelyard/orders/app';
import { ordersVariables } from '@parcelyard/orders/config';
import type { Clock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { createShippingApp, type ShippingDependencies } from '@parcelyard/shipping/app';
import type { Seller } from '@parcelyard/shipping/domain/seller';
import type { CarrierRegistry } from '@parcelyard/shipping/sellers/carrier-registry';
import { sellerVariables } from '@parcelyard/shipping/sellers/seller-variables';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { partial } from '@parcelyard/testing/partial';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import { anOrder, type OrderDraft } from './an-order';

export const ACCOUNT = 1;

const aKeyRing = () => `k1:${randomBytes(32).toString('base64url')}`;

type Clients = { orders: RpcClient<OrdersDefinition>; billing: RpcClient<BillingDefinition> };

export interface ProcessOptions {
  failPoint?: FailPoint;
  carriers?: (sandbox: CarrierRegistry) => CarrierRegistry;
  adjustments?: ShippingDependencies['adjustments'];
  clients?: (clients: Clients) => Clients;
  mongo?: (mongo: MongoConnection) => MongoConnection;
  /** The clock of this process, if it has its own. */
  clock?: Clock;
  config?: Partial<ShippingDependencies['config']>;
}

/** In these tests, sandbox money pays for labels of simulated real sellers. */
const MIXED: Record<string, string> = { ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: 'yes' };

/** Starts the shipping service with a real database and the services that it calls. */
export async function startShipping({ balanceCents = 500_000, billing: environment = MIXED } = {}) {
  const database = await startTestDatabase();
  const clock = new FakeClock();
  const connection = (name: string): MongoConnection => ({
    ...database,
    db: database.client.db(`${database.name}_${name}`),
  });
  const bus = await connectBus({ natsUrl: '', logger: silentLogger });
  const billingApp = await createBillingApp({
    config: loadConfig(billingVariables, {
      MONGODB_URI: 'mongodb://not-used',
      PAYMENTS: 'sandbox',
      ...environment,
    }),
    mongo: connection('billing'),
    bus,
    clock,
    logger: silentLogger,
    failPoint: () => undefined,
  });
  const billing = createLocalClient(BillingDefinition, billingApp.handlers, { defaultTimeoutMs: 60_000 });
  const ordersApp = await createOrdersApp({
    config: loadConfig(ordersVariables, {
      MONGODB_URI: 'mongodb://not-used',
      CUSTOMERS_EMAIL_ADDRESS: 'not-used',
      BILLING_ADDRESS: 'not-used',
      PLATFORM_KEYS: aKeyRing(),
      WEBHOOK_KEYS: aKeyRing(),
    }),
    mongo: connection('orders'),
    bus,
    clock,
    logger: silentLogger,
    failPoint: () => undefined,
    clients: { customers: noCustomers(), billing },
  });
  const clients: Clients = {
    orders: createLocalClient(OrdersDefinition, ordersApp.handlers, { defaultTimeoutMs: 60_000 }),
    billing,
  };
  await openAccount(clients.billing, balanceCents);
  const config = {
    SEAL_KEYS: parseKeyRing(`k1:${randomBytes(32).toString('base64url')}`),
    LINK_KEYS: parseKeyRing(`k1:${randomBytes(32).toString('base64url')}`),
    RATE_TTL_S: 86_400,
    SERVICE_NAME: 'Ship.com',
    VOID_REFUND_DELAY_S: 60,
    CARRIERS: ['sandbox'] as readonly Seller[],
    ...loadConfig(sellerVariables, {}),
  };
  const mongo = connection('shipping');
  const stops: (() => Promise<void>)[] = [];

  const startProcess = async (options: ProcessOptions = {}) => {
    const app = await createShippingApp({
      config: { ...config, ...options.config },
      mongo: options.mongo?.(mongo) ?? mongo,
      bus,
      clock: options.clock ?? clock,
      logger: silentLogger,
      failPoint: options.failPoint ?? (() => undefined),
      clients: options.clients?.(clients) ?? clients,
      ...(options.carriers ? { carriers: options.carriers } : {}),
      ...(options.adjustments ? { adjustments: options.adjustments } : {}),
    });
    stops.push(app.stop);
    const rpc = createLocalClient(ShippingDefinition, app.handlers, { defaultTimeoutMs: 60_000 });
    return {
      rpc,
      stop: app.stop,
      metrics: app.metrics ?? [],
      checks: app.checks ?? [],
      notReady: app.notReady,
    };
  };

  return {
    clock,
    uri: database.uri,
    db: mongo.db,
    ordersDb: connection('orders').db,
    billingDb: connection('billing').db,
    bus,
    ...clients,
    startProcess,

    createOrder: async (draft: OrderDraft = {}): Promise<Order> => {
      const { ids } = await clients.orders.importOrders({ accountId: ACCOUNT, orders: [anOrder(draft)] });
      return clients.orders.getOrder({ accountId: ACCOUNT, orderId: ids[0] as number });
    },

    getOrder: (orderId: number) => clients.orders.getOrder({ accountId: ACCOUNT, orderId }),

    transfersOf: async (orderId: number) => {
      const page = { accountId: ACCOUNT, afterAccountId: 0, afterSeq: 0, limit: 1_000 };
      const { transfers } = await clients.billing.listTransfers(page);
      return transfers.filter(({ key }) => key.includes(`pur_${orderId}_`));
    },

    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all([ordersApp.stop(), billingApp.stop()]);
      await bus.close();
      for (const name of ['orders', 'billing', 'shipping']) await connection(name).db.dropDatabase();
      await database.close();
    },
  };
}

export type Shipping = Awaited<ReturnType<typeof startShipping>>;
export type ShippingClient = RpcClient<ShippingDefinition>;

/** Opens an account on the largest plan, so that no purchase is refused unless a test sets a limit. */
async function openAccount(billing: Clients['billing'], balanceCents: number): Promise<void> {
  await billing.updateAccount({
    accountId: ACCOUNT,
    plan: 'enterprise',
    autoRechargeCents: 0,
    paymentMethod: 'sandbox_ok',
    addReferralCreditCents: undefined,
    idempotencyKey: '',
  });
  if (balanceCents === 0) return;
  await billing.addBalance({ accountId: ACCOUNT, amountCents: balanceCents, idempotencyKey: 'start' });
}

/** A fake customers service without customers. It needs none, because these orders contain the whole address. */
function noCustomers(): RpcClient<CustomersDefinition> {
  const absent = async () => {
    throw new DomainError('not_found', 'customer_not_found', { customerId: 0 });
  };
  const table = Object.fromEntries(Object.keys(CustomersDefinition.methods).map((name) => [name, absent]));
  const getMailSettings = async () => MailSettings.decode(new Uint8Array());
  return partial<RpcClient<CustomersDefinition>>({ ...table, getMailSettings });
}

/** What buy_label needs to buy one rate. */
export type Choice = Omit<BuyLabelRequest, 'confirm'>;

export async function rate(
  rpc: ShippingClient,
  orderId: number,
  choose: (rates: readonly Rate[]) => Rate | undefined = ([cheapest]) => cheapest,
): Promise<Choice> {
  const { packageId, rates } = await rpc.getRates({
    accountId: ACCOUNT,
    orderId,
    parcel: { weightOz: 12 },
    signatureRequired: false,
    saturdayDelivery: false,
  });
  const row = choose(rates);
  if (!row) throw new Error('There is no such rate.');
  const { rateId, method, serviceLevel } = row;
  return { accountId: ACCOUNT, orderId, rateId, packageId, method, serviceLevel };
}

export async function confirm(rpc: ShippingClient, choice: Choice): Promise<BuyLabelResult> {
  const { outcome } = await rpc.buyLabel({ ...choice, confirm: true });
  if (outcome?.$case !== 'result') throw new Error('A confirm answered without a result.');
  return outcome.result;
}

export async function preview(rpc: ShippingClient, choice: Choice) {
  const { outcome } = await rpc.buyLabel({ ...choice, confirm: false });
  if (outcome?.$case !== 'preview') throw new Error('A preview answered without a preview.');
  return outcome.preview;
}
