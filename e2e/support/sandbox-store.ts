import { shipctl } from './shipctl';
import type { RunningStack } from './start-stack';

/** Connects a sandbox store in which customers place this many orders a day. */
export function connectSandboxStore(
  stack: RunningStack,
  accountId: number,
  ordersPerDay: number,
): Promise<unknown> {
  const store = ['--platform', 'sandbox', '--orders-per-day', String(ordersPerDay)];
  return shipctl(stack.dataDir, 'platform', 'connect', '--account', String(accountId), ...store);
}
