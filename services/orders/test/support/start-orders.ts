import type { Customer, CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { createInProcessBus } from '@parcelyard/events/in-process-bus';
import { loadConfig } from '@parcelyard/service-kit/config';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createOrdersApp, type OrdersDependencies } from '../../src/app';
import { ordersVariables } from '../../src/config';

type CustomersRpc = RpcClient<typeof CustomersDefinition>;

const KEYS = `test:${Buffer.alloc(32, 5).toString('base64url')}`;

interface Options {
  environment?: Record<string, string>;
  webhookOutlet?: OrdersDependencies['webhookOutlet'];
  billing?: OrdersDependencies['clients']['billing'];
}

/** Starts the orders service on a real database, with an address book that a test fills. */
export async function startOrders(
  mongo: MongoConnection,
  failPoint: FailPoint = () => undefined,
  /** `host:port` of the test servers that play the stores and receivers. */
  egressAllow: string[] = [],
  { environment = {}, webhookOutlet, billing = createMemoryIdKeeper() }: Options = {},
) {
  const clock = new FakeClock();
  const bus = createInProcessBus({ logger: silentLogger });
  const customers = new FakeCustomers();
  const app = await createOrdersApp({
    config: loadConfig(ordersVariables, {
      MONGODB_URI: 'mongodb://not-used',
      CUSTOMERS_EMAIL_ADDRESS: 'not-used',
      BILLING_ADDRESS: 'not-used',
      PLATFORM_KEYS: KEYS,
      WEBHOOK_KEYS: KEYS,
      EGRESS_ALLOW: egressAllow.join(','),
      // Tests move the clock far ahead, so scheduled imports are off unless a test turns them on.
      STORE_SYNC_INTERVAL_S: '0',
      ...environment,
    }),
    mongo,
    bus,
    clock,
    logger: silentLogger,
    failPoint,
    clients: { customers: customers.rpc, billing },
    ...(webhookOutlet ? { webhookOutlet } : {}),
  });
  return {
    clock,
    bus,
    customers,
    app,
    db: mongo.db,
    orders: createLocalClient(OrdersDefinition, app.handlers, { defaultTimeoutMs: 60_000 }),
    stop: async () => {
      await app.stop();
      await bus.close();
    },
  };
}

/** A fake customers service that answers every call of the orders service. It counts the look-ups. */
class FakeCustomers {
  readonly records = new Map<number, Customer>();
  labelPrintedEmail = true;
  bouncedAddresses: string[] = [];
  addressUnverified = false;
  lookups = 0;
  /** True when no call is answered. */
  isDown = false;
  /** Called when a contact is looked up. */
  onResolve: (() => void) | undefined;
  nextId = 500;

  add(accountId: number, given: Partial<Customer> = {}): Customer {
    const customer: Customer = { ...BLANK, customerId: this.nextId++, accountId, ...given };
    this.records.set(customer.customerId, customer);
    return customer;
  }

  get rpc(): CustomersRpc {
    const unused = () => Promise.reject(new Error('Orders do not call this.'));
    return {
      getCustomer: async ({ accountId, customerId }) => {
        this.lookups += 1;
        if (this.isDown) throw new DomainError('unavailable', 'unavailable', {});
        const found = this.records.get(customerId);
        if (found?.accountId === accountId) return found;
        throw new DomainError('not_found', 'customer_not_found', { customerId });
      },
      getCustomers: async ({ customers }) => {
        this.lookups += 1;
        if (this.isDown) throw new DomainError('unavailable', 'unavailable', {});
        const found = customers.map(({ customerId }) => this.records.get(customerId));
        return {
          customers: found.filter(
            (record, at) => record?.accountId === customers[at]?.accountId,
          ) as Customer[],
        };
      },
      resolveContact: async ({ accountId, address }) => {
        this.onResolve?.();
        if (!address) throw new Error('no address');
        const [firstName = '', ...rest] = address.name.split(' ');
        const lastName = rest.join(' ');
        const known = [...this.records.values()].find(
          (record) =>
            record.accountId === accountId &&
            `${record.firstName} ${record.lastName}`.trim() === address.name &&
            record.address1.toLowerCase() === address.street1.toLowerCase() &&
            record.zip === address.zip,
        );
        if (known) return { customer: known, created: false };
        const { street1: address1, city, state, zip, country } = address;
        const fresh = { firstName, lastName, address1, city, state, zip, country };
        return { customer: this.add(accountId, fresh), created: true };
      },
      getMailSettings: async () => ({
        labelPrintedEmail: this.labelPrintedEmail,
        senderName: '',
        addressUnverified: this.addressUnverified,
        replyTo: '',
        replyToAsked: '',
        bouncedAddresses: this.bouncedAddresses,
      }),
      getMailState: unused,
      receiveHook: unused,
      forgetCustomer: async ({ customerId }) => {
        this.records.delete(customerId);
        return {};
      },
      getReplyTo: unused,
      confirmReplyTo: unused,
      listMailReports: unused,
      forgiveBounce: unused,
      importCustomers: unused,
      listCustomers: async ({ accountId, email }) => {
        if (this.isDown) throw new DomainError('unavailable', 'unavailable', {});
        const customers = [...this.records.values()].filter(
          (record) =>
            record.accountId === accountId && record.email.toLowerCase() === email?.trim().toLowerCase(),
        );
        return { customers, total: customers.length };
      },
      listLapsedCustomers: unused,
      saveCustomer: unused,
      sendCustomerEmail: unused,
      sendCampaign: unused,
      sendOwnerEmail: unused,
      getSubscription: unused,
      unsubscribe: unused,
      updateMailSettings: unused,
      listDeadLetters: unused,
      replayDeadLetter: unused,
    };
  }
}

const BLANK: Omit<Customer, 'customerId' | 'accountId'> = {
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  address3: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  subscribed: true,
  createdAt: new Date('2026-01-01T00:00:00Z'),
};
