import { post, type TestGateway } from './start-gateway';

export const MODERN = '2026-07-28';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

interface ModernRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly id?: unknown;
  /** Replaces the version or the capabilities in `_meta`. With undefined, they are left out. */
  readonly version?: unknown;
  readonly capabilities?: unknown;
  /** Replaces headers that repeat values of the body. With undefined, a header is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sends one request of protocol version 2026-07-28, as a client does, with the test's changes. */
export function modernPost(gateway: TestGateway, request: ModernRequest): Promise<Response> {
  const { method, params = {}, id = 1, headers } = request;
  const meta = {
    [VERSION_KEY]: 'version' in request ? request.version : MODERN,
    [CAPABILITIES_KEY]: 'capabilities' in request ? request.capabilities : {},
  };
  return post(
    gateway,
    { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } },
    {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(method === 'tools/call' && { 'mcp-name': String(params.name) }),
      ...(method === 'resources/read' && { 'mcp-name': String(params.uri) }),
      ...headers,
    },
  );
}

export interface Spoken {
  readonly status: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
  readonly id?: unknown;
}

/** Returns the answer and its HTTP status. */
export async function modernAnswer(gateway: TestGateway, request: ModernRequest): Promise<Spoken> {
  const response = await modernPost(gateway, request);
  return { status: response.status, ...((await response.json()) as Omit<Spoken, 'status'>) };
}
