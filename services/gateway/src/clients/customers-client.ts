import type {
  Customer,
  CustomerRef,
  CustomersDefinition,
  ListCustomersRequest,
  ListCustomersResponse,
  ListLapsedCustomersRequest,
  MailSettings,
  SaveCustomerRequest,
  SaveCustomerResponse,
  SendCampaignRequest,
  SendCampaignResponse,
  SendCustomerEmailRequest,
  SendCustomerEmailResponse,
  SendOwnerEmailRequest,
  Subscription,
  UnsubscribeLink,
  UpdateMailSettingsRequest,
} from '@parcelyard/contracts/customers';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

export interface CustomersClient {
  listCustomers(caller: Caller, request: Unowned<ListCustomersRequest>): Promise<ListCustomersResponse>;
  listLapsedCustomers(
    caller: Caller,
    request: Unowned<ListLapsedCustomersRequest>,
  ): Promise<ListCustomersResponse>;
  getCustomer(caller: Caller, request: Unowned<CustomerRef>): Promise<Customer>;
  saveCustomer(caller: Caller, request: Unowned<SaveCustomerRequest>): Promise<SaveCustomerResponse>;
  sendCustomerEmail(
    caller: Caller,
    request: Unowned<SendCustomerEmailRequest>,
  ): Promise<SendCustomerEmailResponse>;
  sendCampaign(caller: Caller, request: Unowned<SendCampaignRequest>): Promise<SendCampaignResponse>;
  /** Queues a mail of ours, once a request. */
  sendOwnerEmail(requestId: string, mail: Omit<SendOwnerEmailRequest, 'key'>): Promise<void>;
  getMailSettings(caller: Caller): Promise<MailSettings>;
  updateMailSettings(caller: Caller, request: Unowned<UpdateMailSettingsRequest>): Promise<MailSettings>;
  /** The link names the account. */
  getSubscription(requestId: string, link: UnsubscribeLink): Promise<Subscription>;
  unsubscribe(requestId: string, link: UnsubscribeLink): Promise<Subscription>;
}

const TIMEOUT_MS = 10_000;
/** A segment may have many thousands of addresses. */
const CAMPAIGN_TIMEOUT_MS = 60_000;

export function createCustomersClient(rpc: RpcClient<typeof CustomersDefinition>): CustomersClient {
  return {
    listCustomers: ({ accountId, requestId }, request) =>
      rpc.listCustomers({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    listLapsedCustomers: ({ accountId, requestId }, request) =>
      rpc.listLapsedCustomers({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    getCustomer: ({ accountId, requestId }, request) =>
      rpc.getCustomer({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    saveCustomer: ({ accountId, requestId }, request) =>
      rpc.saveCustomer({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    sendCustomerEmail: ({ accountId, requestId }, request) =>
      rpc.sendCustomerEmail({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    sendOwnerEmail: async (requestId, mail) => {
      await rpc.sendOwnerEmail({ ...mail, key: requestId }, { requestId, timeoutMs: TIMEOUT_MS });
    },
    getMailSettings: ({ accountId, requestId }) =>
      rpc.getMailSettings({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    updateMailSettings: ({ accountId, requestId }, request) =>
      rpc.updateMailSettings({ ...request, accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    sendCampaign: ({ accountId, requestId }, request) =>
      rpc.sendCampaign({ ...request, accountId }, { requestId, timeoutMs: CAMPAIGN_TIMEOUT_MS }),
    getSubscription: (requestId, link) => rpc.getSubscription(link, { requestId, timeoutMs: TIMEOUT_MS }),
    unsubscribe: (requestId, link) => rpc.unsubscribe(link, { requestId, timeoutMs: TIMEOUT_MS }),
  };
}
