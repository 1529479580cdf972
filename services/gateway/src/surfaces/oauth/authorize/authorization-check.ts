import type { OAuthParameters } from '../oauth-parameters';

/**
 * One rule of an authorization request whose client and redirect URI are known to belong together, so that breaking it
 * is told to the app.
 * @param endpoint address of the MCP endpoint
 * @throws OAuthError
 */
export type AuthorizationCheck = (parameters: OAuthParameters, endpoint: string) => void;
