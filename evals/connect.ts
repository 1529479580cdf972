import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ToolAnswer, ToolDescription } from './solver';

/** The traffic of tool calls on the wire. */
export interface Traffic {
  calls: number;
  /** Bytes of the bodies of requests and answers. */
  bytes: number;
}

export interface Connection {
  readonly traffic: Traffic;
  readonly instructions: string;
  readonly tools: readonly ToolDescription[];
  call(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export async function connect(mcpUrl: string, accessToken: string): Promise<Connection> {
  const traffic: Traffic = { calls: 0, bytes: 0 };
  const client = new Client({ name: 'parcelyard-evals', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(mcpUrl), {
      requestInit: { headers: { Authorization: `Bearer ${accessToken}` } },
      fetch: countedFetch(traffic),
    }),
  );
  const { tools } = await client.listTools();
  return {
    traffic,
    instructions: client.getInstructions() ?? '',
    tools,
    call: async (tool, args = {}) => {
      const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: args });
      const [block] = content as { text?: string }[];
      return { isError: isError === true, text: block?.text ?? '', data: structuredContent };
    },
    close: () => client.close(),
  };
}

const LONGEST_WAIT_S = 60;

/**
 * Counts calls and bytes. When a request is refused because the token has reached its limit of requests in a minute,
 * waits and sends it again. The refused request is not counted.
 */
const countedFetch =
  (traffic: Traffic) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const sent = typeof init?.body === 'string' ? init.body : '';
    for (;;) {
      const response = await fetch(url, init);
      if (response.status === 429) {
        const seconds = Number(response.headers.get('retry-after') ?? 1);
        await setTimeout(Math.min(seconds, LONGEST_WAIT_S) * 1_000);
        continue;
      }
      if (!isToolCall(sent)) return response;
      const received = await response.text();
      traffic.calls += 1;
      traffic.bytes += Buffer.byteLength(sent) + Buffer.byteLength(received);
      return new Response(received, { status: response.status, headers: response.headers });
    }
  };

const isToolCall = (body: string): boolean =>
  body !== '' && (JSON.parse(body) as { method?: string }).method === 'tools/call';
