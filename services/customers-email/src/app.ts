import { randomBytes } from 'node:crypto';
import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Bus } from '@parcelyard/events/bus';
import { busCheck } from '@parcelyard/events/bus-check';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { labelPrinted, orderCreated, orderReassigned, ownerNotice } from '@parcelyard/events/event-type';
import { workMetrics } from '@parcelyard/events/work-metrics';
import { idCheck } from '@parcelyard/service-kit/diagnosis/id-check';
import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createIdKeeper, type IdKeepingBilling } from '@parcelyard/service-kit/mongo/id-keeper';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import type { ServiceParts } from '@parcelyard/service-kit/start-service-program';
import { createOwnersClient } from './adapters/clients/owners-client';
import { createHandlers } from './adapters/grpc/create-handlers';
import { createReplyToLinks } from './adapters/links/reply-to-links';
import { createUnsubscribeLinks } from './adapters/links/unsubscribe-links';
import { readReport } from './adapters/mail-reports/read-report';
import {
  type CampaignDocument,
  campaignIndexes,
  createCampaignStore,
  PREPARATION_MS,
  toCampaign,
} from './adapters/mongo/campaign-store';
import { createCustomerOrders, customerOrderIndexes } from './adapters/mongo/customer-orders';
import { createCustomerStore, customerIndexes } from './adapters/mongo/customer-store';
import { createDomainPace, domainPaceIndexes } from './adapters/mongo/domain-pace';
import { createMailReports, mailReportIndexes } from './adapters/mongo/mail-reports';
import { createMailSettingsStore } from './adapters/mongo/mail-settings-store';
import {
  createMessageStore,
  type MessageDocument,
  messageIndexes,
  toMessage,
} from './adapters/mongo/message-store';
import { createReassignOrder } from './adapters/mongo/reassign-order';
import { createSendingClaims } from './adapters/mongo/sending-claims';
import { createSuppressions } from './adapters/mongo/suppressions';
import { createMailMetrics } from './adapters/smtp/mail-metrics';
import { createSmtpMailer } from './adapters/smtp/smtp-mailer';
import type { CustomersEmailConfig } from './config';
import { LONGEST_WAIT_MS } from './domain/message';
import { migrations } from './migrations/migrations';
import { countOrder, queueLabelPrintedMail, recountOrder } from './use-cases/handle-events';
import { resumeCampaign } from './use-cases/prepare-campaign';
import { queueOwnerNotice } from './use-cases/queue-owner-notice';
import { sendMessage } from './use-cases/send-message';

export interface CustomersEmailDependencies
  extends ServiceParts<
    Pick<
      CustomersEmailConfig,
      | 'SMTP_URL'
      | 'SMTP_CONNECTIONS'
      | 'MAIL_FROM'
      | 'SERVICE_NAME'
      | 'BASE_URL'
      | 'UNSUBSCRIBE_KEYS'
      | 'MARKETING_MAILS_PER_SECOND'
      | 'MAILS_PER_DOMAIN_PER_SECOND'
      | 'MAIL_BOUNCE_ADDRESS'
      | 'MAIL_HOOK_TOKENS'
    >
  > {
  bus: Bus;
  clients: {
    auth: Pick<RpcClient<typeof AuthDefinition>, 'getAccount'>;
    billing: Pick<RpcClient<typeof BillingDefinition>, 'checkMarketingEmails' | 'claimMarketingEmails'> &
      IdKeepingBilling;
  };
}

/**
 * How long a process may take to send a message. A normal attempt takes less. If the process crashes, the worker
 * continues the message after this time.
 */
const SEND_LEASE_MS = 45_000;
const PREPARATION_LEASE_MS = 60_000;
/** How many orders one command may count. */
const MAX_COUNTED_ORDERS = 64;

export async function createCustomersEmailApp(
  dependencies: CustomersEmailDependencies,
): Promise<ServiceApp<typeof CustomersDefinition>> {
  const { config, mongo, bus, clock, logger, failPoint, clients } = dependencies;
  await runMigrations(mongo.db, migrations, { clock, logger });
  await ensureIndexes(mongo.db, {
    ...customerIndexes,
    ...customerOrderIndexes,
    ...campaignIndexes,
    ...messageIndexes,
    ...mailReportIndexes,
    ...domainPaceIndexes,
  });
  const leased = new LeasedCollection<MessageDocument>({
    collection: mongo.db.collection('messages'),
    clock,
    leaseMs: SEND_LEASE_MS,
    farthestMs: LONGEST_WAIT_MS,
  });
  const campaignDocuments = mongo.db.collection<CampaignDocument>('campaigns');
  const preparing = new LeasedCollection({
    collection: campaignDocuments,
    clock,
    leaseMs: PREPARATION_LEASE_MS,
    farthestMs: PREPARATION_MS,
  });
  const deadLetters = await createDeadLetters(mongo.db, clock);
  const mailMetrics = createMailMetrics(logger);
  const ids = createIdKeeper('customers-email', clients.billing);
  const sequences = createSequences(mongo.db, ids);
  const ports = {
    clock,
    failPoint,
    deadLetters,
    customers: createCustomerStore(mongo.db),
    customerIds: sequences.create('customers', 5_001),
    orders: createCustomerOrders(mongo.db),
    settings: createMailSettingsStore(mongo.db),
    messages: createMessageStore(leased),
    campaigns: createCampaignStore(campaignDocuments, clock),
    claims: createSendingClaims(mongo.db),
    sendingIds: sequences.create('sendings', 301),
    suppressions: createSuppressions(mongo.db),
    links: createUnsubscribeLinks(config.UNSUBSCRIBE_KEYS),
    replyToLinks: createReplyToLinks(config.UNSUBSCRIBE_KEYS),
    owners: createOwnersClient(clients.auth),
    billing: clients.billing,
    reports: createMailReports(mongo.db),
    pace: createDomainPace(mongo.db, clock, config.MAILS_PER_DOMAIN_PER_SECOND),
    readReport,
    hookTokens: config.MAIL_HOOK_TOKENS,
    newSecret: () => randomBytes(16).toString('hex'),
    mailer: createSmtpMailer({
      url: config.SMTP_URL,
      from: config.MAIL_FROM,
      bounceAddress: config.MAIL_BOUNCE_ADDRESS,
    }),
    onTry: mailMetrics.onTry,
    onReport: mailMetrics.onReport,
    onUnrelated: mailMetrics.onUnrelated,
    perSecond: config.MARKETING_MAILS_PER_SECOND,
    serviceName: config.SERVICE_NAME,
    mailFrom: config.MAIL_FROM,
    baseUrl: config.BASE_URL,
  };
  const worker = startDueWorker({
    leased,
    name: 'mail',
    concurrency: config.SMTP_CONNECTIONS,
    logger,
    handle: (document, lease) => sendMessage(ports, toMessage(document), lease),
  });
  const preparations = startDueWorker({
    leased: preparing,
    name: 'campaigns',
    maxIdleMs: 30_000,
    logger,
    handle: (document) => resumeCampaign(ports, toCampaign(document)),
  });
  const printed = await consumeEvent(bus, {
    durable: 'customers-email-label-printed',
    type: labelPrinted,
    handle: (event) => queueLabelPrintedMail(ports, event),
    deadLetters,
    logger,
  });
  const ordered = await consumeEvent(bus, {
    durable: 'customers-email-order-created',
    type: orderCreated,
    handle: (event) => countOrder(ports, event),
    concurrency: MAX_COUNTED_ORDERS,
    deadLetters,
    logger,
  });
  const reassign = createReassignOrder(mongo.db);
  const reassigned = await consumeEvent(bus, {
    durable: 'customers-email-order-reassigned',
    type: orderReassigned,
    handle: (event) => recountOrder(reassign, event),
    deadLetters,
    logger,
  });
  const ownerNotices = await consumeEvent(bus, {
    durable: 'customers-email-owner-notice',
    type: ownerNotice,
    handle: (event) => queueOwnerNotice(ports, event),
    deadLetters,
    logger,
  });

  return {
    definition: CustomersDefinition,
    handlers: createHandlers(ports),
    checks: [busCheck(bus), idCheck(mongo.db, ids), reachCheck('the mail server', config.SMTP_URL)],
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: [
      ...workMetrics({ db: mongo.db, clock, due: [leased, preparing], deadLetters, bus }),
      ...mailMetrics.metrics,
    ],
    stop: async () => {
      await printed.stop();
      await ordered.stop();
      await reassigned.stop();
      await ownerNotices.stop();
      await preparations.stop();
      await worker.stop();
    },
  };
}
