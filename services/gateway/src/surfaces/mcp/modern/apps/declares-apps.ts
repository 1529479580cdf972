import { isObject } from '../request-meta';

/** @see MCP Apps 2026-01-26, "Client<>Server Capability Negotiation" */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';
export const VIEW_MEDIA_TYPE = 'text/html;profile=mcp-app';

/** Returns whether the client that sent these capabilities can show views. */
export function declaresApps(capabilities: unknown): boolean {
  const extensions = isObject(capabilities) ? capabilities.extensions : undefined;
  const settings = isObject(extensions) ? extensions[APPS_EXTENSION] : undefined;
  return (
    isObject(settings) && Array.isArray(settings.mimeTypes) && settings.mimeTypes.includes(VIEW_MEDIA_TYPE)
  );
}
