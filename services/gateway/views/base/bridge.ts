import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializeResult,
} from '@modelcontextprotocol/ext-apps';

/** What a tool answers, as the host (the chat program) passes it on. */
export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

interface Listeners {
  input(args: Readonly<Record<string, unknown>>): void;
  result(result: ToolResult): void;
  cancelled(): void;
  context(context: McpUiHostContext): void;
  teardown(): void;
}

/** No answer came, so nobody knows whether the server did what was requested. */
export class NoAnswer extends Error {}

/** The request was refused, and nothing was done. */
export class RequestRefused extends Error {}

export interface Bridge {
  connect(): Promise<McpUiInitializeResult>;
  /** @throws NoAnswer | RequestRefused */
  callTool(name: string, args: object, waitMs?: number): Promise<ToolResult>;
  /** Asks the host (the chat program) to open a URL. Returns false when it does not. */
  openLink(url: string): Promise<boolean>;
  /** Tells the model what a person did here, if the host (the chat program) supports this. */
  sendToModel(text: string): void;
  sizeChanged(height: number): void;
}

interface Reply {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const PROTOCOL_VERSION = '2026-01-26';
const WAIT_MS = 30_000;
/** JSON-RPC codes of requests that were refused before any work. After any other code, some work may have been done. */
const REFUSED = new Set([-32600, -32601, -32602]);

/**
 * Connects with the host (the chat program) by JSON-RPC over `postMessage`.
 * @see MCP Apps 2026-01-26, "Communication Protocol"
 */
export function createBridge(name: string, host: Window, on: Listeners): Bridge {
  const open = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  let capabilities: McpUiHostCapabilities = {};

  const send = (message: object) => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: object, waitMs = WAIT_MS) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        open.delete(id);
        reject(new NoAnswer('No answer came.'));
      }, waitMs);
      open.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (!error) resolve(result);
        else if (REFUSED.has(error.code)) reject(new RequestRefused(error.message));
        else reject(new NoAnswer(error.message));
      });
      send({ id, method, params });
    });

  const notified: Readonly<Record<string, (params: never) => void>> = {
    'ui/notifications/tool-input': ({ arguments: args = {} }: { arguments?: Record<string, unknown> }) =>
      on.input(args),
    'ui/notifications/tool-result': on.result,
    'ui/notifications/tool-cancelled': on.cancelled,
    'ui/notifications/host-context-changed': on.context,
  };

  window.addEventListener('message', ({ source, data }: MessageEvent<Reply | undefined>) => {
    if (source !== host || typeof data !== 'object' || data === null) return;
    if (data.method === undefined) {
      const settle = open.get(data.id as number);
      open.delete(data.id as number);
      settle?.(data);
    } else if (data.id === undefined) {
      notified[data.method]?.((data.params ?? {}) as never);
    } else if (data.method === 'ui/resource-teardown' || data.method === 'ping') {
      if (data.method !== 'ping') on.teardown();
      send({ id: data.id, result: {} });
    } else {
      send({ id: data.id, error: { code: -32601, message: 'This view has no such method.' } });
    }
  });

  return {
    connect: async () => {
      const answer = (await request('ui/initialize', {
        protocolVersion: PROTOCOL_VERSION,
        appInfo: { name: `parcelyard-${name}`, version: '1.0.0' },
        appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      })) as McpUiInitializeResult;
      capabilities = answer.hostCapabilities;
      send({ method: 'ui/notifications/initialized', params: {} });
      return answer;
    },
    callTool: async (tool, args, waitMs) =>
      (await request('tools/call', { name: tool, arguments: args }, waitMs)) as ToolResult,
    openLink: async (url) => {
      try {
        const { isError } = (await request('ui/open-link', { url })) as { isError?: boolean };
        return isError !== true;
      } catch {
        return false;
      }
    },
    sendToModel: (text) => {
      if (!capabilities.updateModelContext) return;
      request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined);
    },
    sizeChanged: (height) => send({ method: 'ui/notifications/size-changed', params: { height } }),
  };
}
