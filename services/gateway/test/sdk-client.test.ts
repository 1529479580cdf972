import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { anOrderRow } from './support/contracts';
import { TOKENS } from './support/fake-auth';
import { startGateway, type TestGateway } from './support/start-gateway';

/** Connects the official client, which checks every answer with its own schemas. */
async function connect(gateway: TestGateway, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

describe('the official MCP client', () => {
  let gateway: TestGateway;
  let client: Client;
  beforeAll(async () => {
    gateway = await startGateway({
      orders: { listOrders: async () => ({ orders: [anOrderRow()], total: 1, status: 'ChooseShipping' }) },
    });
    client = await connect(gateway, TOKENS.access);
  });
  afterAll(() => client.close());

  it('connects and reads the server information', () => {
    expect(client.getServerVersion()).toEqual({ name: 'parcelyard', version: '1.0.0' });
    expect(client.getInstructions()).toContain('schedule_pickup');
  });

  it('lists the tools and sends a ping', async () => {
    const { tools, nextCursor } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('buy_label');
    expect(nextCursor).toBeUndefined();
    await client.ping();
  });

  it('calls a tool and reads its data as text and as an object', async () => {
    const { content, structuredContent, isError } = await client.callTool({
      name: 'list_orders',
      arguments: {},
    });
    expect(isError).toBe(false);
    expect(structuredContent).toMatchObject({ total: 1 });
    expect(JSON.parse((content as { text: string }[])[0]?.text as string)).toEqual(structuredContent);
  });

  it('reads a refusal as a result, and an unknown tool as an error', async () => {
    const refused = await client.callTool({ name: 'get_order', arguments: {} });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'order_id is required.' }],
    });
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow(
      /-32602.*not available on this server/,
    );
  });

  it('cannot connect with an expired token', async () => {
    await expect(connect(gateway, TOKENS.expired)).rejects.toThrow();
  });
});
