import { OAuthError, type OAuthErrorCode } from './oauth-error';

/** The parameters of a request, from its query or its form. */
export interface OAuthParameters {
  /** Returns undefined for an absent parameter. An empty parameter counts as absent (RFC 6749 §3.1). */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
}

export const oauthParameters = (source: URLSearchParams): OAuthParameters => ({
  get: (name) => source.get(name) || undefined,
  all: (name) => source.getAll(name).filter((value) => value !== ''),
});

/**
 * Checks one rule of a request.
 * @throws OAuthError when the request breaks the rule
 */
export type Check<Context> = (parameters: OAuthParameters, context: Context) => void;

/** The only scope. It is always granted, even when a client requests other scopes such as `offline_access`. */
export const SCOPE = 'mcp:full';

/** Makes a check from a condition. */
export const rule =
  <Context>(
    code: OAuthErrorCode,
    description: string,
    holds: (parameters: OAuthParameters, context: Context) => boolean,
  ): Check<Context> =>
  (parameters, context) => {
    if (!holds(parameters, context)) throw new OAuthError(code, description);
  };

/**
 * Refuses repeated parameters (RFC 6749 §3.1), because some programs read the first value and others the last. Only
 * `resource` may be repeated (RFC 8707 §2).
 */
export const sentOnce =
  (...names: readonly string[]): Check<unknown> =>
  (parameters) => {
    const repeated = names.find((name) => parameters.all(name).length > 1);
    if (repeated !== undefined) throw new OAuthError('invalid_request', `${repeated} must be sent once.`);
  };

/** Refuses a request whose `resource` is not this MCP endpoint (RFC 8707 §2). */
export const resourceIsEndpoint: Check<{ readonly endpoint: string }> = (parameters, { endpoint }) => {
  if (parameters.all('resource').every((resource) => namesEndpoint(resource, endpoint))) return;
  throw new OAuthError('invalid_target', `resource must be ${endpoint}.`);
};

/** Returns whether the resource is the endpoint. Ignores the case of scheme and host, and a final slash. */
function namesEndpoint(resource: string, endpoint: string): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  const { href } = new URL(resource);
  return href === endpoint || href === `${endpoint}/`;
}
