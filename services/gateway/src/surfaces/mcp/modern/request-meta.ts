/** The version of the protocol that this folder serves. @see [MCP-V1] */
export const MODERN_VERSION = '2026-07-28';

const KEY = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

type Members = Readonly<Record<string, unknown>>;

/** The values that a request declares in `params._meta`, unchecked. */
export interface RequestMeta {
  readonly version: unknown;
  readonly capabilities: unknown;
}

export function readRequestMeta(params: unknown): RequestMeta {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : undefined;
  return { version: meta?.[KEY.version], capabilities: meta?.[KEY.capabilities] };
}

/** Returns the required keys that are missing or have the wrong type. */
export function missingMetaKeys({ version, capabilities }: RequestMeta): string[] {
  return [
    ...(typeof version === 'string' ? [] : [KEY.version]),
    ...(isObject(capabilities) ? [] : [KEY.capabilities]),
  ];
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
