import type { IncomingHttpHeaders } from 'node:http';
import type { McpRequest } from '../protocol';
import { declaresApps } from './apps/declares-apps';
import { decodeHeaderValue } from './header-value';
import { headerMismatch, headerMissing, missingMeta, type Problem, unsupportedVersion } from './problem';
import { isObject, MODERN_VERSION, missingMetaKeys, readRequestMeta } from './request-meta';

/** Protocol versions, newest first. */
export type SupportedVersions = readonly string[];

/**
 * Checks a request's headers and `_meta`. Returns why the request cannot be served; undefined when it can be served.
 * Headers must repeat values of the body, so that a proxy that reads only headers is not deceived.
 * @see [MCP-V4], [MCP-V5]
 */
export function checkRequest(
  request: McpRequest,
  headers: IncomingHttpHeaders,
  supported: SupportedVersions,
): Problem | undefined {
  return (
    checkVersion(request, headers, supported) ?? checkMethod(request, headers) ?? checkName(request, headers)
  );
}

function checkVersion(
  { params }: McpRequest,
  headers: IncomingHttpHeaders,
  supported: SupportedVersions,
): Problem | undefined {
  const meta = readRequestMeta(params);
  const missing = missingMetaKeys(meta);
  const header = single(headers['mcp-protocol-version']);
  if (typeof meta.version === 'string') {
    if (header !== undefined && header !== meta.version) {
      return headerMismatch('MCP-Protocol-Version', header, meta.version);
    }
    if (meta.version !== MODERN_VERSION) return unsupportedVersion(meta.version, supported);
    if (header === undefined) return headerMissing('MCP-Protocol-Version');
  }
  return missing.length > 0 ? missingMeta(missing) : undefined;
}

function checkMethod({ method }: McpRequest, headers: IncomingHttpHeaders): Problem | undefined {
  const header = single(headers['mcp-method']);
  if (header === undefined) return headerMissing('Mcp-Method');
  return header === method ? undefined : headerMismatch('Mcp-Method', header, method);
}

/**
 * Checks the header that repeats the name of a tool or resource. If the body has no name, this check passes, and the
 * call is refused later.
 */
function checkName({ method, params }: McpRequest, headers: IncomingHttpHeaders): Problem | undefined {
  const name = isObject(params) ? nameOf(method, params) : undefined;
  if (typeof name !== 'string') return undefined;
  const header = single(headers['mcp-name']);
  if (header === undefined) return headerMissing('Mcp-Name');
  return decodeHeaderValue(header) === name ? undefined : headerMismatch('Mcp-Name', header, name);
}

function nameOf(method: string, params: Readonly<Record<string, unknown>>): unknown {
  if (method === 'tools/call') return params.name;
  // The method `resources/read` exists only for clients that declare MCP Apps. For other clients, the header is not
  // checked.
  const reads = method === 'resources/read' && declaresApps(readRequestMeta(params).capabilities);
  return reads ? params.uri : undefined;
}

/** Joins the values of a header that was sent more than once, as Node does for most headers. */
const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header;
