import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface OfficialClient {
  /** Calls a tool and returns the text of its answer. */
  call(tool: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/**
 * Connects MCP's official client with MCP's revision 2026-07-28, for a user who can open addresses.
 * @param show handles an address for the user, and returns whether the user accepted it
 */
export async function connectOfficialClient(
  mcpUrl: string,
  accessToken: string,
  show: (url: string) => Promise<'accept' | 'decline'>,
): Promise<OfficialClient> {
  const client = new Client(
    { name: 'e2e', version: '1' },
    { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => ({
    action: await show((params as { url: string }).url),
  }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(mcpUrl), {
      requestInit: { headers: { authorization: `Bearer ${accessToken}` } },
    }),
  );
  return {
    call: async (name, args) => {
      const { content } = await client.callTool({ name, arguments: args });
      return (content[0] as { text: string }).text;
    },
    close: () => client.close(),
  };
}

interface Reply {
  readonly result?: {
    readonly resultType: string;
    readonly requestState?: string;
    readonly content?: { text: string }[];
  };
  readonly error?: { code: number; message: string };
}

/** Sends one `tools/call` of MCP's revision 2026-07-28 as raw HTTP, like a client that can show addresses. */
export async function sendModernCall(
  mcpUrl: string,
  accessToken: string,
  tool: string,
  params: Record<string, unknown>,
): Promise<Reply> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
  };
  const response = await fetch(mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${accessToken}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, ...params, _meta: meta },
    }),
  });
  return (await response.json()) as Reply;
}
