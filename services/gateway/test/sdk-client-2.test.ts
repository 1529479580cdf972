import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { catalogue } from '../src/tools/catalogue';
import { anOrderRow } from './support/contracts';
import { TOKENS } from './support/fake-auth';
import { startGateway, type TestGateway } from './support/start-gateway';

type Negotiation = ConstructorParameters<typeof Client>[1] extends infer Options | undefined
  ? Options extends { versionNegotiation?: infer N }
    ? N
    : never
  : never;

async function connect(gateway: TestGateway, versionNegotiation: Negotiation): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${TOKENS.access}` } },
    }),
  );
  return client;
}

describe('the official MCP client, second generation', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      orders: { listOrders: async () => ({ orders: [anOrderRow()], total: 1, status: 'ChooseShipping' }) },
    });
  });

  it.each([
    ['that asks for 2026-07-28 and nothing else', { mode: { pin: '2026-07-28' } }, '2026-07-28'],
    ['that takes the newest', { mode: 'auto' }, '2026-07-28'],
    ['as it is without settings', { mode: 'legacy' }, '2025-11-25'],
  ] as const)(
    '%s connects, lists, calls and reads refusals [MCP-V9]',
    async (_case, negotiation, version) => {
      const client = await connect(gateway, negotiation);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect(client.getServerVersion()).toEqual({ name: 'parcelyard', version: '1.0.0' });
      expect(client.getInstructions()).toContain('schedule_pickup');

      const { tools } = await client.listTools();
      expect(tools).toHaveLength(catalogue.length);

      const called = await client.callTool({ name: 'list_orders', arguments: {} });
      expect(called.isError).toBe(false);
      expect(called.structuredContent).toMatchObject({ total: 1 });

      expect(await client.callTool({ name: 'get_order', arguments: {} })).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'order_id is required.' }],
      });
      await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({ code: -32602 });
      await client.close();
    },
  );
});
