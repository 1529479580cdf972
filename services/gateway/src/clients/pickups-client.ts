import type {
  Availability,
  CancelPickupRequest,
  CheckAvailabilityRequest,
  ListPickupsRequest,
  ListPickupsResponse,
  Pickup,
  PickupRef,
  PickupsDefinition,
  SchedulePickupRequest,
  SchedulePickupResponse,
} from '@parcelyard/contracts/pickups';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

export interface PickupsClient {
  checkAvailability(caller: Caller, request: Unowned<CheckAvailabilityRequest>): Promise<Availability>;
  schedulePickup(caller: Caller, request: Unowned<SchedulePickupRequest>): Promise<SchedulePickupResponse>;
  getPickup(caller: Caller, request: Unowned<PickupRef>): Promise<Pickup>;
  listPickups(caller: Caller, request: Unowned<ListPickupsRequest>): Promise<ListPickupsResponse>;
  cancelPickup(caller: Caller, request: Unowned<CancelPickupRequest>): Promise<Pickup>;
}

const READ_TIMEOUT_MS = 10_000;
// These ask the carrier.
const CARRIER_TIMEOUT_MS = 30_000;

export function createPickupsClient(rpc: RpcClient<typeof PickupsDefinition>): PickupsClient {
  return {
    checkAvailability: ({ accountId, requestId }, request) =>
      rpc.checkAvailability({ ...request, accountId }, { requestId, timeoutMs: CARRIER_TIMEOUT_MS }),
    schedulePickup: ({ accountId, requestId }, request) =>
      rpc.schedulePickup({ ...request, accountId }, { requestId, timeoutMs: CARRIER_TIMEOUT_MS }),
    getPickup: ({ accountId, requestId }, request) =>
      rpc.getPickup({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    listPickups: ({ accountId, requestId }, request) =>
      rpc.listPickups({ ...request, accountId }, { requestId, timeoutMs: READ_TIMEOUT_MS }),
    cancelPickup: ({ accountId, requestId }, request) =>
      rpc.cancelPickup({ ...request, accountId }, { requestId, timeoutMs: CARRIER_TIMEOUT_MS }),
  };
}
