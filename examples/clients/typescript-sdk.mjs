import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const headers = { Authorization: `Bearer ${process.env.ACCESS_TOKEN}` };
const transport = new StreamableHTTPClientTransport(new URL(process.env.MCP_URL), {
  requestInit: { headers },
});
const client = new Client({ name: 'my-shop', version: '1.0.0' });
await client.connect(transport);
const { tools } = await client.listTools();
const answer = await client.callTool({ name: 'list_orders', arguments: { page_size: 3 } });
console.log(`${tools.length} tools; ${answer.structuredContent.total} orders`);
await client.close();
