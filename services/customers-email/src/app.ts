import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { Bus } from '@parcelyard/events/bus';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { labelPrinted } from '@parcelyard/events/label-printed';
import { LeasedCollection } from '@parcelyard/events/leased-collection';
import { orderCreated } from '@parcelyard/events/order-created';
import { startDueWorker } from '@parcelyard/events/start-due-worker';
import { workMetrics } from '@parcelyard/events/work-metrics';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createAllowanceClient } from './adapters/clients/allowance-client';
import { createOwnersClient } from './adapters/clients/owners-client';
import { createCustomersHandlers } from './adapters/grpc/customers-handlers';
import { createUnsubscribeLinks } from './adapters/links/unsubscribe-links';
import { addSearchTails } from './adapters/mongo/add-search-tails';
import {
  type CampaignDocument,
  campaignIndexes,
  createCampaignStore,
  toCampaign,
} from './adapters/mongo/campaign-store';
import { createCustomerOrders, customerOrderIndexes } from './adapters/mongo/customer-orders';
import { createCustomerStore, customerIndexes } from './adapters/mongo/customer-store';
import { createMailSettingsStore } from './adapters/mongo/mail-settings-store';
import {
  createMessageStore,
  type MessageDocument,
  messageIndexes,
  toMessage,
} from './adapters/mongo/message-store';
import { createSendingClaims } from './adapters/mongo/sending-claims';
import { createSuppressions } from './adapters/mongo/suppressions';
import { createMailMetrics } from './adapters/smtp/mail-metrics';
import { createSmtpMailer } from './adapters/smtp/smtp-mailer';
import type { CustomersEmailConfig } from './config';
import { countOrder } from './use-cases/count-order';
import { findAudience } from './use-cases/find-audience';
import { getCampaign } from './use-cases/get-campaign';
import { getCustomer } from './use-cases/get-customer';
import { importCustomers } from './use-cases/import-customers';
import { listCustomers } from './use-cases/list-customers';
import { listLapsedCustomers } from './use-cases/list-lapsed-customers';
import { listMessages } from './use-cases/list-messages';
import { getMailSettings, updateMailSettings } from './use-cases/mail-settings';
import { queueLabelPrintedMail } from './use-cases/queue-label-printed-mail';
import { queueOwnerMail } from './use-cases/queue-owner-mail';
import { resolveContact } from './use-cases/resolve-contact';
import { resumeCampaign } from './use-cases/resume-campaign';
import { saveCustomer } from './use-cases/save-customer';
import { sendCampaign } from './use-cases/send-campaign';
import { sendCustomerEmail } from './use-cases/send-customer-email';
import { sendMessage } from './use-cases/send-message';
import { getSubscription, unsubscribe } from './use-cases/unsubscribe';

export interface CustomersEmailDependencies {
  config: Pick<
    CustomersEmailConfig,
    | 'SMTP_URL'
    | 'SMTP_CONNECTIONS'
    | 'MAIL_FROM'
    | 'SERVICE_NAME'
    | 'BASE_URL'
    | 'UNSUBSCRIBE_KEYS'
    | 'MARKETING_MAILS_PER_SECOND'
  >;
  mongo: MongoConnection;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  clients: {
    auth: Pick<RpcClient<typeof AuthDefinition>, 'getAccount'>;
    billing: Pick<RpcClient<typeof BillingDefinition>, 'checkMarketingEmails' | 'claimMarketingEmails'>;
  };
}

/** Longer than a try to send may take; after a crash, what was under way is settled when it is over. */
const SEND_LEASE_MS = 45_000;
const PREPARATION_LEASE_MS = 60_000;

export async function createCustomersEmailApp(
  dependencies: CustomersEmailDependencies,
): Promise<ServiceApp<typeof CustomersDefinition>> {
  const { config, mongo, bus, clock, logger, failPoint, clients } = dependencies;
  await ensureIndexes(mongo.db, {
    ...customerIndexes,
    ...customerOrderIndexes,
    ...campaignIndexes,
    ...messageIndexes,
  });
  await addSearchTails(mongo.db);
  const customers = createCustomerStore(mongo.db);
  const settings = createMailSettingsStore(mongo.db);
  const ids = createSequence(mongo.db, 'customers', 5_001);
  const leased = new LeasedCollection<MessageDocument>({
    collection: mongo.db.collection('messages'),
    clock,
    leaseMs: SEND_LEASE_MS,
  });
  const messages = createMessageStore({ leased, clock, wakeWorker: () => worker.wake() });

  const suppressions = createSuppressions(mongo.db);
  const links = createUnsubscribeLinks(config.UNSUBSCRIBE_KEYS);
  const campaignDocuments = mongo.db.collection<CampaignDocument>('campaigns');
  const campaigns = createCampaignStore(campaignDocuments, clock);
  const allowance = createAllowanceClient(clients.billing);
  const owners = createOwnersClient(clients.auth);
  const sending = {
    ...{ campaigns, messages, customers, suppressions, owners, allowance, failPoint, clock },
    perSecond: config.MARKETING_MAILS_PER_SECOND,
    audience: findAudience({ customers, suppressions }),
    claims: createSendingClaims(mongo.db),
    ids: createSequence(mongo.db, 'sendings', 301),
  };

  const mailMetrics = createMailMetrics(logger);
  const send = sendMessage({
    ...{ messages, settings, campaigns, suppressions, links, failPoint },
    onTry: mailMetrics.onTry,
    mailer: createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
    serviceName: config.SERVICE_NAME,
    baseUrl: config.BASE_URL,
  });
  const worker = startDueWorker({
    leased,
    name: 'mail',
    concurrency: config.SMTP_CONNECTIONS,
    logger,
    handle: (document, lease) => send(toMessage(document), lease),
  });
  const resume = resumeCampaign(sending);
  const preparations = startDueWorker({
    leased: new LeasedCollection({ collection: campaignDocuments, clock, leaseMs: PREPARATION_LEASE_MS }),
    name: 'campaigns',
    logger,
    handle: (document) => resume(toCampaign(document)),
  });
  const subscription = { links, suppressions, settings, serviceName: config.SERVICE_NAME };
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
      getMailSettings: getMailSettings({ settings, owners }),
      updateMailSettings: updateMailSettings({ settings, owners }),
      listMessages: listMessages({ messages }),
      listCustomers: listCustomers({ customers }),
      listLapsedCustomers: listLapsedCustomers({ customers, clock }),
      saveCustomer: saveCustomer({ customers, ids, clock }),
      sendCustomerEmail: sendCustomerEmail(sending),
      sendCampaign: sendCampaign(sending),
      queueOwnerMail: queueOwnerMail({ messages, clock }),
      getCampaign: getCampaign({ campaigns, messages }),
      getSubscription: getSubscription(subscription),
      unsubscribe: unsubscribe({ ...subscription, customers, clock }),
      deadLetters,
    }),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: [
      ...workMetrics({ db: mongo.db, clock, due: ['messages', 'campaigns'], deadLetters }),
      ...mailMetrics.metrics,
    ],
    stop: async () => {
      await printed.stop();
      await ordered.stop();
      await preparations.stop();
      await worker.stop();
    },
  };
}
