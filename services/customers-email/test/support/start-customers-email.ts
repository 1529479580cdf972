import type { Address } from '@parcelyard/contracts/common';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { LabelPrinted, OrderCreated, OwnerNotice } from '@parcelyard/contracts/events';
import { labelPrinted, orderCreated, ownerNotice } from '@parcelyard/events/event-type';
import { createInProcessBus } from '@parcelyard/events/in-process-bus';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type CustomersEmailDependencies, createCustomersEmailApp } from '../../src/app';
import { FakeBilling } from './fake-billing';

interface Options {
  clock?: FakeClock;
  billing?: FakeBilling;
  /** Accounts whose owners have not verified their address. */
  unverified?: Set<number>;
  /** The companies of the accounts. An account without a company has the name of its owner, Ada Lovelace. */
  companies?: Map<number, string>;
  failPoint?: (name: string) => void;
  changes?: Partial<CustomersEmailDependencies['config']>;
}

/** Starts the service on a real database, with the given SMTP server. */
export async function startCustomersEmail(
  mongo: MongoConnection,
  smtpUrl: string,
  {
    clock = new FakeClock(),
    billing = new FakeBilling(),
    changes = {},
    unverified = new Set(),
    companies = new Map(),
    failPoint = () => undefined,
  }: Options = {},
) {
  const bus = createInProcessBus({ logger: silentLogger });
  const app = await createCustomersEmailApp({
    config: {
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'shipping@parcelyard.example',
      SERVICE_NAME: 'Ship.com',
      BASE_URL: 'https://ship.example/base',
      UNSUBSCRIBE_KEYS: parseKeyRing(`test:${Buffer.alloc(32, 7).toString('base64url')}`),
      SMTP_CONNECTIONS: 8,
      MARKETING_MAILS_PER_SECOND: 1_000,
      MAILS_PER_DOMAIN_PER_SECOND: 0,
      MAIL_BOUNCE_ADDRESS: undefined,
      MAIL_HOOK_TOKENS: [],
      ...changes,
    },
    failPoint,
    clients: {
      auth: {
        getAccount: async ({ accountId }) => anOwner(accountId, companies.get(accountId) ?? '', unverified),
      },
      billing,
    },
    mongo,
    bus,
    clock,
    logger: silentLogger,
  });
  return {
    clock,
    billing,
    metrics: app.metrics ?? [],
    customers: createLocalClient(CustomersDefinition, app.handlers, { defaultTimeoutMs: 60_000 }),
    publish: (event: LabelPrinted) =>
      bus.publish({
        eventId: `label_printed:${event.purchaseId}`,
        type: labelPrinted.name,
        accountId: event.accountId,
        occurredAt: clock.now(),
        payload: labelPrinted.message.encode(event).finish(),
      }),
    publishOrder: (event: OrderCreated) =>
      bus.publish({
        eventId: `order_created:${event.orderId}`,
        type: orderCreated.name,
        accountId: event.accountId,
        occurredAt: clock.now(),
        payload: orderCreated.message.encode(event).finish(),
      }),
    publishNotice: (event: OwnerNotice) =>
      bus.publish({
        eventId: `owner_notice:${event.accountId}:${event.key}`,
        type: ownerNotice.name,
        accountId: event.accountId,
        occurredAt: clock.now(),
        payload: ownerNotice.message.encode(event).finish(),
      }),
    stop: async () => {
      await app.stop();
      await bus.close();
    },
  };
}

const anOwner = (accountId: number, company: string, unverified: ReadonlySet<number>) => ({
  accountId,
  email: 'owner@engine.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company,
  createdAt: new Date(0),
  addressVerified: !unverified.has(accountId),
});

/** The address of the shop in every test. */
export const SHIP_FROM: Address = {
  name: 'Dock 4',
  firstName: '',
  lastName: '',
  company: '',
  phone: '',
  email: '',
  street1: '500 E Cesar Chavez St',
  street2: 'Suite 2',
  street3: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
};

export const aPrintedLabel = (accountId: number, purchaseId: string, given: Partial<LabelPrinted> = {}) => ({
  accountId,
  orderId: 10_001,
  orderNumber: 'ABC234',
  purchaseId,
  recipientName: 'Ada Lovelace',
  recipientEmail: 'ada@engine.org',
  carrier: 'usps',
  method: 'USPS Ground Advantage',
  trackingNumber: '9400100000000000000000',
  trackingUrl: '/track/9400100000000000000000',
  postalAddress: '',
  ...given,
});
