import { OAuthError } from './oauth-error';
import type { OAuthParameters } from './oauth-parameters';

/**
 * Tokens are good for this MCP endpoint alone; a client that wants one for another is told so (RFC 8707 §2).
 * @param endpoint address of the MCP endpoint
 */
export function checkResource(parameters: OAuthParameters, endpoint: string): void {
  const others = parameters.all('resource').filter((resource) => !namesEndpoint(resource, endpoint));
  if (others.length > 0) throw new OAuthError('invalid_target', `resource must be ${endpoint}.`);
}

/** Scheme and host in any case, and a final slash or none: all name the same endpoint. */
function namesEndpoint(resource: string, endpoint: string): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  const { href } = new URL(resource);
  return href === endpoint || href === `${endpoint}/`;
}
