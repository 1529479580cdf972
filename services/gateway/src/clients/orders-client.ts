import type {
  BulkCreateOrdersRequest,
  BulkCreateOrdersResponse,
  ConnectPlatformRequest,
  CreateOrderRequest,
  CreateOrderResponse,
  FindOrdersRequest,
  FindOrdersResponse,
  GetOrderRowsRequest,
  GetOrderRowsResponse,
  GetReportRequest,
  GetSyncStatusRequest,
  ImportJobList,
  ListConnectionsResponse,
  ListCustomerOrdersRequest,
  ListCustomerOrdersResponse,
  ListOrdersRequest,
  ListOrdersResponse,
  ListProductsRequest,
  ListProductsResponse,
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResponse,
  MarkLabelsPrintedRequest,
  MarkLabelsPrintedResponse,
  Order,
  OrderRef,
  OrdersDefinition,
  PlatformConnection,
  RegisterWebhookRequest,
  Report,
  StartSyncRequest,
  UpdateAddressRequest,
  UpdateOrderRequest,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryRef,
} from '@parcelyard/contracts/orders';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

export interface OrdersClient {
  listOrders(caller: Caller, request: Unowned<ListOrdersRequest>): Promise<ListOrdersResponse>;
  /** Whole orders, where a list of rows does not do. */
  findOrders(caller: Caller, request: Unowned<FindOrdersRequest>): Promise<FindOrdersResponse>;
  getOrder(caller: Caller, request: Unowned<OrderRef>): Promise<Order>;
  getOrderRows(caller: Caller, request: Unowned<GetOrderRowsRequest>): Promise<GetOrderRowsResponse>;
  listCustomerOrders(
    caller: Caller,
    request: Unowned<ListCustomerOrdersRequest>,
  ): Promise<ListCustomerOrdersResponse>;
  createOrder(caller: Caller, request: Unowned<CreateOrderRequest>): Promise<CreateOrderResponse>;
  bulkCreateOrders(
    caller: Caller,
    request: Unowned<BulkCreateOrdersRequest>,
  ): Promise<BulkCreateOrdersResponse>;
  updateOrder(caller: Caller, request: Unowned<UpdateOrderRequest>): Promise<Order>;
  updateAddress(caller: Caller, request: Unowned<UpdateAddressRequest>): Promise<Order>;
  listProducts(caller: Caller, request: Unowned<ListProductsRequest>): Promise<ListProductsResponse>;
  getReport(caller: Caller, request: Unowned<GetReportRequest>): Promise<Report>;
  markLabelsPrinted(
    caller: Caller,
    request: Unowned<MarkLabelsPrintedRequest>,
  ): Promise<MarkLabelsPrintedResponse>;
  listConnections(caller: Caller): Promise<ListConnectionsResponse>;
  connectPlatform(caller: Caller, request: Unowned<ConnectPlatformRequest>): Promise<PlatformConnection>;
  startSync(caller: Caller, request: Unowned<StartSyncRequest>): Promise<ImportJobList>;
  getSyncStatus(caller: Caller, request: Unowned<GetSyncStatusRequest>): Promise<ImportJobList>;
  getWebhook(caller: Caller): Promise<Webhook>;
  registerWebhook(caller: Caller, request: Unowned<RegisterWebhookRequest>): Promise<Webhook>;
  deleteWebhook(caller: Caller): Promise<void>;
  listWebhookDeliveries(
    caller: Caller,
    request: Unowned<ListWebhookDeliveriesRequest>,
  ): Promise<ListWebhookDeliveriesResponse>;
  replayWebhookDelivery(caller: Caller, request: Unowned<WebhookDeliveryRef>): Promise<WebhookDelivery>;
}

const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 20_000;
// A hundred orders, one after the other; MCP clients give up at 60 s.
const BULK_TIMEOUT_MS = 55_000;

export function createOrdersClient(rpc: RpcClient<typeof OrdersDefinition>): OrdersClient {
  return {
    listOrders: ({ accountId, requestId }, request) =>
      rpc.listOrders({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    findOrders: ({ accountId, requestId }, request) =>
      rpc.findOrders({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    getOrder: ({ accountId, requestId }, request) =>
      rpc.getOrder({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    getOrderRows: ({ accountId, requestId }, request) =>
      rpc.getOrderRows({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    listCustomerOrders: ({ accountId, requestId }, request) =>
      rpc.listCustomerOrders({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    createOrder: ({ accountId, requestId }, request) =>
      rpc.createOrder({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    bulkCreateOrders: ({ accountId, requestId }, request) =>
      rpc.bulkCreateOrders({ ...request, accountId }, { requestId, timeoutMs: BULK_TIMEOUT_MS }),
    updateOrder: ({ accountId, requestId }, request) =>
      rpc.updateOrder({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    updateAddress: ({ accountId, requestId }, request) =>
      rpc.updateAddress({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    listProducts: ({ accountId, requestId }, request) =>
      rpc.listProducts({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    getReport: ({ accountId, requestId }, request) =>
      rpc.getReport({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    markLabelsPrinted: ({ accountId, requestId }, request) =>
      rpc.markLabelsPrinted({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    listConnections: ({ accountId, requestId }) =>
      rpc.listConnections({ accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    connectPlatform: ({ accountId, requestId }, request) =>
      rpc.connectPlatform({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    startSync: ({ accountId, requestId }, request) =>
      rpc.startSync({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    getSyncStatus: ({ accountId, requestId }, request) =>
      rpc.getSyncStatus({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    getWebhook: ({ accountId, requestId }) =>
      rpc.getWebhook({ accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    registerWebhook: ({ accountId, requestId }, request) =>
      rpc.registerWebhook({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
    deleteWebhook: async ({ accountId, requestId }) => {
      await rpc.deleteWebhook({ accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS });
    },
    listWebhookDeliveries: ({ accountId, requestId }, request) =>
      rpc.listWebhookDeliveries({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    replayWebhookDelivery: ({ accountId, requestId }, request) =>
      rpc.replayWebhookDelivery({ ...request, accountId }, { requestId, timeoutMs: WRITE_TIMEOUT_MS }),
  };
}
