import { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { Bus } from '@parcelyard/events/bus';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { labelPrinted } from '@parcelyard/events/label-printed';
import { orderCreated } from '@parcelyard/events/order-created';
import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createCustomersHandlers } from './adapters/grpc/customers-handlers';
import { createCustomerOrders, customerOrderIndexes } from './adapters/mongo/customer-orders';
import { createCustomerStore, customerIndexes } from './adapters/mongo/customer-store';
import { createMailSettingsStore } from './adapters/mongo/mail-settings-store';
import {
  createMessageStore,
  type MessageDocument,
  messageIndexes,
  toMessage,
} from './adapters/mongo/message-store';
import { createSmtpMailer } from './adapters/smtp/smtp-mailer';
import type { CustomersEmailConfig } from './config';
import { countOrder } from './use-cases/count-order';
import { getCustomer } from './use-cases/get-customer';
import { importCustomers } from './use-cases/import-customers';
import { listCustomers } from './use-cases/list-customers';
import { listLapsedCustomers } from './use-cases/list-lapsed-customers';
import { listMessages } from './use-cases/list-messages';
import { getMailSettings, updateMailSettings } from './use-cases/mail-settings';
import { queueLabelPrintedMail } from './use-cases/queue-label-printed-mail';
import { resolveContact } from './use-cases/resolve-contact';
import { saveCustomer } from './use-cases/save-customer';
import { sendMessage } from './use-cases/send-message';

export interface CustomersEmailDependencies {
  config: Pick<CustomersEmailConfig, 'SMTP_URL' | 'MAIL_FROM' | 'SERVICE_NAME' | 'BASE_URL'>;
  mongo: MongoConnection;
  bus: Bus;
  clock: Clock;
  logger: Logger;
}

/** Longer than a try to send may take, so that no other replica can think it crashed. */
const SEND_LEASE_MS = 180_000;

export async function createCustomersEmailApp(
  dependencies: CustomersEmailDependencies,
): Promise<ServiceApp<typeof CustomersDefinition>> {
  const { config, mongo, bus, clock, logger } = dependencies;
  await ensureIndexes(mongo.db, { ...customerIndexes, ...customerOrderIndexes, ...messageIndexes });
  const customers = createCustomerStore(mongo.db);
  const settings = createMailSettingsStore(mongo.db);
  const ids = createSequence(mongo.db, 'customers', 5_001);
  const collection = mongo.db.collection<MessageDocument>('messages');
  const messages = createMessageStore({ collection, clock, wakeWorker: () => worker.wake() });

  const send = sendMessage({
    messages,
    settings,
    mailer: createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
    serviceName: config.SERVICE_NAME,
    baseUrl: config.BASE_URL,
  });
  const worker = startDueWorker({
    collection,
    name: 'mail',
    leaseMs: SEND_LEASE_MS,
    clock,
    logger,
    handle: (document, lease) => send(toMessage(document), lease),
  });
  const deadLetters = await createDeadLetters(mongo.db, clock);
  const printed = await consumeEvent(bus, {
    durable: 'customers-email-label-printed',
    type: labelPrinted,
    handle: queueLabelPrintedMail({ messages, clock }),
    deadLetters,
    logger,
  });
  const ordered = await consumeEvent(bus, {
    durable: 'customers-email-order-created',
    type: orderCreated,
    handle: countOrder({ orders: createCustomerOrders(mongo.db) }),
    deadLetters,
    logger,
  });

  return {
    definition: CustomersDefinition,
    handlers: createCustomersHandlers({
      getCustomer: getCustomer({ customers }),
      resolveContact: resolveContact({ customers, ids, clock }),
      importCustomers: importCustomers({ customers, ids, clock }),
      getMailSettings: getMailSettings({ settings }),
      updateMailSettings: updateMailSettings({ settings }),
      listMessages: listMessages({ messages }),
      listCustomers: listCustomers({ customers }),
      listLapsedCustomers: listLapsedCustomers({ customers, clock }),
      saveCustomer: saveCustomer({ customers, ids, clock }),
      deadLetters,
    }),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    stop: async () => {
      await printed.stop();
      await ordered.stop();
      await worker.stop();
    },
  };
}
