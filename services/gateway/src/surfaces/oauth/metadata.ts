import type { Middleware } from 'koa';
import { SCOPE } from './checks';
import { allowAnyOrigin, answerPreflight } from './cors';

const RESOURCE = '/.well-known/oauth-protected-resource';
const SERVER = '/.well-known/oauth-authorization-server';
export const METADATA_PATHS = [RESOURCE, `${RESOURCE}/mcp`, SERVER];

/**
 * Serves the documents that describe this authorization server. They also announce `iss` (RFC 9207), without which Go's
 * SDK does not sign in.
 * @see [MCP-A10]; RFC 9728, RFC 8414
 */
export function metadataDocuments(baseUrl: string): Middleware {
  const resource = JSON.stringify({
    resource: `${baseUrl}/mcp`,
    authorization_servers: [baseUrl],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  });
  const server = JSON.stringify({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [SCOPE],
  });
  const documents: ReadonlyMap<string, string> = new Map([
    [RESOURCE, resource],
    [`${RESOURCE}/mcp`, resource],
    [SERVER, server],
  ]);

  return (ctx) => {
    allowAnyOrigin(ctx);
    if (ctx.method === 'OPTIONS') return answerPreflight(ctx, 'GET, HEAD');
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('allow', 'GET, HEAD, OPTIONS');
      ctx.status = 405;
      ctx.body = 'Method Not Allowed. This document accepts only GET.\n';
      return;
    }
    ctx.type = 'application/json';
    ctx.body = documents.get(ctx.path);
  };
}
