import type {
  AddressValidation,
  Batch,
  BuyLabelRequest,
  BuyLabelResponse,
  CancelOrderRequest,
  CancelOrderResponse,
  GetBatchRequest,
  GetLabelFileRequest,
  GetRatesRequest,
  GetRatesResponse,
  LabelFile,
  ListCarriersResponse,
  QuoteShippingRequest,
  QuoteShippingResponse,
  RegisterCarrierRequest,
  RegisterCarrierResponse,
  ShipmentTracking,
  ShippingDefinition,
  ShippingSettings,
  TrackShipmentRequest,
  TriggerBatchRequest,
  TriggerBatchResponse,
  UpdateSettingsRequest,
  ValidateAddressRequest,
  VoidLabelRequest,
  VoidLabelResponse,
} from '@parcelyard/contracts/shipping';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

export interface ShippingClient {
  getRates(caller: Caller, request: Unowned<GetRatesRequest>): Promise<GetRatesResponse>;
  buyLabel(caller: Caller, request: Unowned<BuyLabelRequest>): Promise<BuyLabelResponse>;
  voidLabel(caller: Caller, request: Unowned<VoidLabelRequest>): Promise<VoidLabelResponse>;
  cancelOrder(caller: Caller, request: Unowned<CancelOrderRequest>): Promise<CancelOrderResponse>;
  validateAddress(caller: Caller, request: Unowned<ValidateAddressRequest>): Promise<AddressValidation>;
  quoteShipping(caller: Caller, request: Unowned<QuoteShippingRequest>): Promise<QuoteShippingResponse>;
  registerCarrier(caller: Caller, request: Unowned<RegisterCarrierRequest>): Promise<RegisterCarrierResponse>;
  triggerBatch(caller: Caller, request: Unowned<TriggerBatchRequest>): Promise<TriggerBatchResponse>;
  getBatch(caller: Caller, request: Unowned<GetBatchRequest>): Promise<Batch>;
  getSettings(caller: Caller): Promise<ShippingSettings>;
  updateSettings(caller: Caller, request: Unowned<UpdateSettingsRequest>): Promise<ShippingSettings>;
  listCarriers(caller: Caller): Promise<ListCarriersResponse>;
  /** For anybody: the tracking number is all that it takes. */
  trackShipment(requestId: string, request: TrackShipmentRequest): Promise<ShipmentTracking>;
  /** The link itself is the credential: there is no caller. */
  getLabelFile(requestId: string, request: GetLabelFileRequest): Promise<LabelFile>;
}

// Carriers answer within seconds, but not always within few.
const RATES_TIMEOUT_MS = 30_000;
// A purchase waits for its carrier and, when that stays silent, looks the label up; MCP clients give up at 60 s.
const PURCHASE_TIMEOUT_MS = 55_000;
// Three services, the carrier among them, each with its own shorter limit.
const VOID_TIMEOUT_MS = 40_000;
const CHECK_TIMEOUT_MS = 15_000;
// A batch rates up to 500 orders before it answers.
const BATCH_TIMEOUT_MS = 55_000;
// All labels of a batch are merged when they are asked for.
const FILE_TIMEOUT_MS = 30_000;

export function createShippingClient(rpc: RpcClient<typeof ShippingDefinition>): ShippingClient {
  return {
    getRates: ({ accountId, requestId }, request) =>
      rpc.getRates({ ...request, accountId }, { requestId, timeoutMs: RATES_TIMEOUT_MS }),
    buyLabel: ({ accountId, requestId }, request) =>
      rpc.buyLabel({ ...request, accountId }, { requestId, timeoutMs: PURCHASE_TIMEOUT_MS }),
    voidLabel: ({ accountId, requestId }, request) =>
      rpc.voidLabel({ ...request, accountId }, { requestId, timeoutMs: VOID_TIMEOUT_MS }),
    cancelOrder: ({ accountId, requestId }, request) =>
      rpc.cancelOrder({ ...request, accountId }, { requestId, timeoutMs: VOID_TIMEOUT_MS }),
    validateAddress: ({ accountId, requestId }, request) =>
      rpc.validateAddress({ ...request, accountId }, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    quoteShipping: ({ accountId, requestId }, request) =>
      rpc.quoteShipping({ ...request, accountId }, { requestId, timeoutMs: RATES_TIMEOUT_MS }),
    registerCarrier: ({ accountId, requestId }, request) =>
      rpc.registerCarrier({ ...request, accountId }, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    triggerBatch: ({ accountId, requestId }, request) =>
      rpc.triggerBatch({ ...request, accountId }, { requestId, timeoutMs: BATCH_TIMEOUT_MS }),
    getBatch: ({ accountId, requestId }, request) =>
      rpc.getBatch({ ...request, accountId }, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    getSettings: ({ accountId, requestId }) =>
      rpc.getSettings({ accountId }, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    updateSettings: ({ accountId, requestId }, request) =>
      rpc.updateSettings({ ...request, accountId }, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    listCarriers: ({ accountId, requestId }) =>
      rpc.listCarriers({ accountId }, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    trackShipment: (requestId, request) =>
      rpc.trackShipment(request, { requestId, timeoutMs: CHECK_TIMEOUT_MS }),
    getLabelFile: (requestId, request) =>
      rpc.getLabelFile(request, { requestId, timeoutMs: FILE_TIMEOUT_MS }),
  };
}
