import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { serviceClient } from './service-client';
import type { Stack } from './start-stack';

/** Connects a sandbox store whose customers order this often, as the settings page would. */
export async function connectSandboxStore(
  stack: Stack,
  accountId: number,
  ordersPerDay: number,
): Promise<void> {
  const { rpc, close } = serviceClient(stack, 'orders', OrdersDefinition);
  try {
    await rpc.connectPlatform({
      accountId,
      storeName: 'Sandbox store',
      store: { $case: 'sandbox', sandbox: { ordersPerDay } },
    });
  } finally {
    close();
  }
}
