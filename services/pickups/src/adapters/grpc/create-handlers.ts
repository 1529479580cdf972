import type { PickupsDefinition } from '@parcelyard/contracts/pickups';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { withPorts } from '@parcelyard/service-kit/rpc/with-ports';
import type { PickupsPorts } from '../../ports';
import { cancelPickup } from '../../use-cases/cancel-pickup';
import { checkAvailability } from '../../use-cases/check-availability';
import { getPickup, listPickups } from '../../use-cases/read-pickups';
import { schedulePickup } from '../../use-cases/schedule-pickup';

export function createHandlers(ports: PickupsPorts): RpcHandlers<PickupsDefinition> {
  return withPorts(ports, {
    checkAvailability,
    schedulePickup,
    getPickup,
    listPickups,
    cancelPickup,
  });
}
