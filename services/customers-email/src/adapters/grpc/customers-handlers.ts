import {
  type CustomersDefinition,
  type Message as MessageShown,
  OwnerEmailKind,
} from '@parcelyard/contracts/customers';
import { createDeadLetterHandlers } from '@parcelyard/events/dead-letter-handlers';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { Message, OwnerNews } from '../../domain/message';
import type { getCampaign } from '../../use-cases/get-campaign';
import type { getCustomer } from '../../use-cases/get-customer';
import type { importCustomers } from '../../use-cases/import-customers';
import type { listCustomers } from '../../use-cases/list-customers';
import type { listLapsedCustomers } from '../../use-cases/list-lapsed-customers';
import type { listMessages } from '../../use-cases/list-messages';
import type { getMailSettings, updateMailSettings } from '../../use-cases/mail-settings';
import type { queueOwnerMail } from '../../use-cases/queue-owner-mail';
import type { resolveContact } from '../../use-cases/resolve-contact';
import type { saveCustomer } from '../../use-cases/save-customer';
import type { sendCampaign } from '../../use-cases/send-campaign';
import type { sendCustomerEmail } from '../../use-cases/send-customer-email';
import type { getSubscription, unsubscribe } from '../../use-cases/unsubscribe';

export interface CustomerUseCases {
  getCustomer: ReturnType<typeof getCustomer>;
  resolveContact: ReturnType<typeof resolveContact>;
  importCustomers: ReturnType<typeof importCustomers>;
  getMailSettings: ReturnType<typeof getMailSettings>;
  updateMailSettings: ReturnType<typeof updateMailSettings>;
  listMessages: ReturnType<typeof listMessages>;
  listCustomers: ReturnType<typeof listCustomers>;
  listLapsedCustomers: ReturnType<typeof listLapsedCustomers>;
  saveCustomer: ReturnType<typeof saveCustomer>;
  sendCustomerEmail: ReturnType<typeof sendCustomerEmail>;
  sendCampaign: ReturnType<typeof sendCampaign>;
  getCampaign: ReturnType<typeof getCampaign>;
  queueOwnerMail: ReturnType<typeof queueOwnerMail>;
  getSubscription: ReturnType<typeof getSubscription>;
  unsubscribe: ReturnType<typeof unsubscribe>;
  deadLetters: Pick<DeadLetters, 'list' | 'replay'>;
}

export function createCustomersHandlers(useCases: CustomerUseCases): RpcHandlers<typeof CustomersDefinition> {
  return {
    getCustomer: ({ accountId: account, customerId }) => useCases.getCustomer(accountId(account), customerId),
    resolveContact: ({ accountId: account, address, byEmail }) => {
      if (address) return useCases.resolveContact(accountId(account), address, byEmail);
      throw DomainError.text('invalid_argument', 'address is required.', { field: 'address' });
    },
    importCustomers: ({ accountId: account, customers }) =>
      useCases.importCustomers(accountId(account), customers),
    getMailSettings: ({ accountId: account }) => useCases.getMailSettings(accountId(account)),
    updateMailSettings: ({ accountId: account, ...changes }) =>
      useCases.updateMailSettings(accountId(account), changes),
    listMessages: async ({ accountId: account, page }) => ({
      messages: (await useCases.listMessages(accountId(account), page)).map(toMessage),
    }),
    listCustomers: ({ accountId: account, query, page, email }) =>
      useCases.listCustomers(accountId(account), query, page, email),
    listLapsedCustomers: ({ accountId: account, days, page }) =>
      useCases.listLapsedCustomers(accountId(account), days, page),
    saveCustomer: ({ accountId: account, customerId, email, onlyAdd, clearBlanks, ...fields }) =>
      useCases.saveCustomer(accountId(account), { customerId, email, onlyAdd, clearBlanks, fields }),
    sendCustomerEmail: async ({ accountId: account, ...wish }) => ({
      ...{ limitCheck: undefined, messageId: '', status: '' },
      ...(await useCases.sendCustomerEmail(accountId(account), wish)),
    }),
    sendCampaign: async ({ accountId: account, ...wish }) => ({
      ...{ sampleRecipients: [], excludedUnsubscribed: 0, limitCheck: undefined, campaign: undefined },
      ...(await useCases.sendCampaign(accountId(account), wish)),
    }),
    getCampaign: ({ accountId: account, campaignId }) => useCases.getCampaign(accountId(account), campaignId),
    getSubscription: ({ token }) => useCases.getSubscription(token),
    unsubscribe: ({ token }) => useCases.unsubscribe(token),
    sendOwnerEmail: async ({ accountId: account, kind, ...mail }) => {
      await useCases.queueOwnerMail(accountId(account), { about: aboutWhat(kind), ...mail });
      return {};
    },
    ...createDeadLetterHandlers(useCases.deadLetters),
  };
}

function aboutWhat(kind: OwnerEmailKind): OwnerNews['about'] {
  if (kind === OwnerEmailKind.VERIFY_ADDRESS) return 'verify_address';
  if (kind === OwnerEmailKind.ADDRESS_IN_USE) return 'address_in_use';
  throw DomainError.text('invalid_argument', 'kind is required.', { field: 'kind' });
}

function toMessage({ messageId, kind, recipient, status, createdAt, sentAt }: Message): MessageShown {
  return { messageId, kind, recipient, status, createdAt, ...(sentAt ? { sentAt } : {}) };
}
