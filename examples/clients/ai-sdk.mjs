import { createMCPClient } from '@ai-sdk/mcp';

const headers = { Authorization: `Bearer ${process.env.ACCESS_TOKEN}` };
const client = await createMCPClient({ transport: { type: 'http', url: process.env.MCP_URL, headers } });
const tools = await client.tools(); // generateText({ model, tools, … })
const answer = await tools.list_orders.execute({ page_size: 3 }, { messages: [], toolCallId: '1' });
console.log(`${Object.keys(tools).length} tools; ${answer.structuredContent.total} orders`);
await client.close();
