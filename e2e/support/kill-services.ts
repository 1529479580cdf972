import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient } from './mcp-client';
import { POLITE_PAUSE_MS } from './shop';
import type { Stack } from './start-stack';

/** One call for each service behind the gateway. */
const READS = ['get_balance', 'list_orders', 'list_customers', 'list_pickups'];

/** Ends every service of a split stack at once, as a power cut of their machines would, and waits for the next ones. */
export async function killServices(stack: Stack): Promise<void> {
  const before = stack.file().services;
  for (const { pid } of Object.values(before)) process.kill(pid, 'SIGKILL');
  await eventually(() => {
    for (const [name, { pid }] of Object.entries(before)) {
      expect(stack.file().services[name]?.pid).not.toBe(pid);
    }
  });
  const { baseUrl, mcpUrl, demo } = stack.file();
  const mcp = createMcpClient(mcpUrl, demo.accessToken);
  await eventually(
    async () => {
      // Shipping knows no such parcel, and says so once it is there.
      expect((await fetch(`${baseUrl}/track/nothing`)).status).toBe(404);
      for (const read of READS) await mcp.expectData(read, {});
    },
    60_000,
    POLITE_PAUSE_MS,
  );
}
