import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import express, { type Request, type Response } from 'express';
import { z } from 'zod';
import { createSameWork, type SameWork } from './same-work';
import { startWritesServer } from './writes-server';

/**
 * The peer: the official SDK's stateless Streamable HTTP server, as its documentation shows it. It creates a new server
 * object for each request, on Express.
 *
 *   constant    one tool that answers a constant
 *   writes      no MCP: only majority writes
 *   same-work   list_orders and get_order with our token check and our database reads, in this process
 */
async function main(): Promise<void> {
  const mode = process.env.PEER_MODE ?? 'constant';
  const port = Number(process.env.PORT);
  if (mode === 'writes') return startWritesServer(port, process.env.MONGODB_URI as string);
  const work = mode === 'same-work' ? await createSameWork(process.env.MONGODB_URI as string) : undefined;

  const app = express();
  app.use(express.json());
  app.post('/mcp', async (request: Request, response: Response) => {
    const accountId = work ? await work.authorize(request.headers.authorization ?? '') : 0;
    if (accountId === undefined) {
      response.status(401).json({ error: 'invalid_token', message: 'The access token is not valid.' });
      return;
    }
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    if (work) registerSameWork(server, work, accountId);
    else registerConstant(server);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response, request.body);
  });
  app.listen(port, '127.0.0.1');
}

function registerConstant(server: McpServer): void {
  server.registerTool('constant', { description: 'Answers a constant.', inputSchema: {} }, () =>
    answer({ ok: true }),
  );
}

function registerSameWork(server: McpServer, work: SameWork, accountId: number): void {
  server.registerTool(
    'list_orders',
    {
      description: 'Lists orders, ready to ship by default.',
      inputSchema: {
        status: z.string().optional(),
        page: z.number().int().optional(),
        page_size: z.number().int().optional(),
      },
    },
    async () => answer(await work.listOrders(accountId)),
  );
  server.registerTool(
    'get_order',
    { description: 'One order in full.', inputSchema: { order_id: z.number().int() } },
    async ({ order_id }) => answer(await work.getOrder(accountId, order_id)),
  );
}

function answer(payload: object): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(payload, null, 2) }],
    structuredContent: payload as Record<string, unknown>,
  };
}

void main();
