/** The parsed answer to a `tools/call`. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** The answer's text block: indented JSON on success, a sentence otherwise. */
  readonly text: string;
  readonly data: Record<string, unknown>;
}

export interface McpClient {
  /** Calls a tool and returns its answer, even if the tool refused the call. */
  call(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  /** Calls a tool and returns its data. Throws when the tool refused. */
  expectData(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  send(method: string, params?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
}

export function createMcpClient(mcpUrl: string, accessToken: string): McpClient {
  let id = 0;
  const send = async (method: string, params?: unknown) => {
    id += 1;
    const response = await fetch(mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const call = async (tool: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> => {
    const { status, body } = await send('tools/call', { name: tool, arguments: args });
    const result = body.result as
      | { isError: boolean; content: { text: string }[]; structuredContent?: Record<string, unknown> }
      | undefined;
    if (!result) throw new Error(`${tool}: HTTP ${status} ${JSON.stringify(body)}`);
    return {
      isError: result.isError,
      text: result.content[0]?.text ?? '',
      data: result.structuredContent ?? {},
    };
  };
  return {
    send,
    call,
    expectData: async (tool, args) => {
      const answer = await call(tool, args);
      if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
      return answer.data;
    },
  };
}
