import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const headers = { Authorization: `Bearer ${process.env.ACCESS_TOKEN}` };
const client = new MultiServerMCPClient({
  parcelyard: { transport: 'http', url: process.env.MCP_URL, headers },
});
const tools = await client.getTools(); // createAgent({ model, tools })
const listOrders = tools.find(({ name }) => name === 'list_orders');
console.log(`${tools.length} tools; ${JSON.stringify(await listOrders.invoke({ page_size: 3 }))}`);
await client.close();
