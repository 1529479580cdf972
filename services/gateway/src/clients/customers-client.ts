import type {
  Customer,
  CustomerRef,
  CustomersDefinition,
  ListCustomersRequest,
  ListCustomersResponse,
  ListLapsedCustomersRequest,
  SaveCustomerRequest,
  SaveCustomerResponse,
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
}

const TIMEOUT_MS = 10_000;

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
  };
}
