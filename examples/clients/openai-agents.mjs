import { MCPServerStreamableHttp } from '@openai/agents';

const headers = { Authorization: `Bearer ${process.env.ACCESS_TOKEN}` };
const server = new MCPServerStreamableHttp({
  url: process.env.MCP_URL,
  requestInit: { headers },
  cacheToolsList: true,
});
await server.connect();
const tools = await server.listTools(); // new Agent({ name, mcpServers: [server] })
const answer = await server.callTool('list_orders', { page_size: 3 });
console.log(`${tools.length} tools; ${JSON.stringify(answer)}`);
await server.close();
