export type CallTool = (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;

interface Answer {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: Record<string, unknown>;
  };
}

export const createAssistant =
  (mcpUrl: string, accessToken: string, signal?: AbortSignal): CallTool =>
  async (tool, args = {}) => {
    const response = await fetch(mcpUrl, {
      method: 'POST',
      signal: signal ?? null,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      }),
    });
    const body = await response.text();
    const { result } = (response.ok ? JSON.parse(body) : {}) as Answer;
    if (result && !result.isError) return result.structuredContent ?? {};
    throw new Error(`${tool}: ${result?.content[0]?.text ?? `HTTP ${response.status} ${body}`}`);
  };
