import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import { createDeadLetterHandlers } from '@parcelyard/events/dead-letters';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { forgetCustomer } from '../../use-cases/forget-customer';
import { forgiveBounce } from '../../use-cases/forgive-bounce';
import { importCustomers } from '../../use-cases/import-customers';
import { listMailReports } from '../../use-cases/list-mail-reports';
import { getMailSettings, updateMailSettings } from '../../use-cases/mail-settings';
import {
  getCustomer,
  getCustomers,
  listCustomers,
  listLapsedCustomers,
} from '../../use-cases/read-customers';
import { type HookPorts, receiveHook } from '../../use-cases/receive-hook';
import { confirmReplyTo, getReplyTo, type ReplyToPorts } from '../../use-cases/reply-to';
import { resolveContact } from '../../use-cases/resolve-contact';
import { type AddressBookPorts, saveCustomer } from '../../use-cases/save-customer';
import { type SendingPorts, sendCampaign } from '../../use-cases/send-campaign';
import { sendCustomerEmail } from '../../use-cases/send-customer-email';
import { sendOwnerEmail } from '../../use-cases/send-owner-email';
import { getSubscription, type SubscriptionPorts, unsubscribe } from '../../use-cases/unsubscribe';

interface Ports extends AddressBookPorts, SendingPorts, SubscriptionPorts, HookPorts, ReplyToPorts {
  readonly deadLetters: DeadLetters;
}

/** The contract's methods, each by its use case. */
export function createHandlers(ports: Ports): RpcHandlers<CustomersDefinition> {
  return {
    ...createDeadLetterHandlers(ports.deadLetters),
    getCustomer: (request) => getCustomer(ports, request),
    getCustomers: (request) => getCustomers(ports, request),
    listCustomers: (request) => listCustomers(ports, request),
    listLapsedCustomers: (request) => listLapsedCustomers(ports, request),
    saveCustomer: (request) => saveCustomer(ports, request),
    forgetCustomer: (request) => forgetCustomer(ports, request),
    resolveContact: (request) => resolveContact(ports, request),
    importCustomers: (request) => importCustomers(ports, request),
    getMailSettings: (request) => getMailSettings(ports, request),
    updateMailSettings: (request) => updateMailSettings(ports, request),
    sendCustomerEmail: (request) => sendCustomerEmail(ports, request),
    sendCampaign: (request) => sendCampaign(ports, request),
    sendOwnerEmail: (request) => sendOwnerEmail(ports, request),
    getReplyTo: (request) => getReplyTo(ports, request),
    confirmReplyTo: (request) => confirmReplyTo(ports, request),
    listMailReports: (request) => listMailReports(ports, request),
    forgiveBounce: (request) => forgiveBounce(ports, request),
    getSubscription: (request) => getSubscription(ports, request),
    unsubscribe: (request) => unsubscribe(ports, request),
    receiveHook: (request) => receiveHook(ports, request),
  };
}
