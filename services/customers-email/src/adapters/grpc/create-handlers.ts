import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import { createDeadLetterHandlers } from '@parcelyard/events/dead-letters';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { withPorts } from '@parcelyard/service-kit/rpc/with-ports';
import { getMailState } from '../../use-cases/customer-mail-state';
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

export function createHandlers(ports: Ports): RpcHandlers<CustomersDefinition> {
  return {
    ...createDeadLetterHandlers(ports.deadLetters),
    ...withPorts(ports, {
      getCustomer,
      getCustomers,
      listCustomers,
      listLapsedCustomers,
      saveCustomer,
      forgetCustomer,
      resolveContact,
      importCustomers,
      getMailSettings,
      getMailState,
      updateMailSettings,
      sendCustomerEmail,
      sendCampaign,
      sendOwnerEmail,
      getReplyTo,
      confirmReplyTo,
      listMailReports,
      forgiveBounce,
      getSubscription,
      unsubscribe,
      receiveHook,
    }),
  };
}
