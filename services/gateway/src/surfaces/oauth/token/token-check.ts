import type { OAuthClients } from '../client/oauth-clients';
import type { OAuthParameters } from '../oauth-parameters';

export interface TokenCheckContext {
  readonly clients: OAuthClients;
  /** Address of the MCP endpoint. */
  readonly endpoint: string;
}

/** @throws OAuthError when the request breaks the rule */
export type TokenCheck = (parameters: OAuthParameters, context: TokenCheckContext) => void;
