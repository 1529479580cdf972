import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import express, { type Request, type Response } from 'express';
import { z } from 'zod';
import { startKoaServer } from './koa-server';
import { createSameWork, type SameWork } from './same-work';

interface CatalogueTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { properties?: Record<string, object>; required?: string[] };
}

/**
 * The peer: the official SDK's stateless Streamable HTTP server as its documentation shows it, a new server object for
 * each request, on Express.
 *
 *   constant    one tool that answers a constant
 *   catalogue   the tools of our own catalogue, for tools/list
 *   koa         no MCP at all: bare Koa, for REST
 *   same-work   list_orders and get_order with our token check and our database reads behind them, in this process
 */
async function main(): Promise<void> {
  const mode = process.env.PEER_MODE ?? 'constant';
  if (mode === 'koa') return startKoaServer(Number(process.env.PORT), process.env.ANSWER ?? '{}');
  const work = mode === 'same-work' ? await createSameWork(process.env.MONGODB_URI as string) : undefined;
  const catalogue =
    mode === 'catalogue' ? (JSON.parse(process.env.CATALOGUE as string) as CatalogueTool[]) : [];

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
    else if (mode === 'catalogue') registerCatalogue(server, catalogue);
    else registerConstant(server);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response, request.body);
  });
  app.listen(Number(process.env.PORT), '127.0.0.1');
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

function registerCatalogue(server: McpServer, catalogue: readonly CatalogueTool[]): void {
  for (const { name, title, description, inputSchema } of catalogue) {
    server.registerTool(name, { title, description, inputSchema: shapeOf(inputSchema) }, () => answer({}));
  }
}

const shapes = new WeakMap<object, Record<string, z.ZodType>>();

/** Converted once for each tool, as a server with its schemas in module scope has them. */
function shapeOf(schema: CatalogueTool['inputSchema']): Record<string, z.ZodType> {
  const kept = shapes.get(schema);
  if (kept) return kept;
  const required = new Set(schema.required);
  const shape = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const type = z.fromJSONSchema(property as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodType;
      return [name, required.has(name) ? type : type.optional()];
    }),
  );
  shapes.set(schema, shape);
  return shape;
}

function answer(payload: object): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(payload, null, 2) }],
    structuredContent: payload as Record<string, unknown>,
  };
}

void main();
