import type { OAuthTokens } from '@parcelyard/contracts/oauth';
import type { AuthClient } from '../../../clients/gateway-clients';
import type { OAuthParameters } from '../oauth-parameters';

type Grant = (parameters: OAuthParameters, auth: AuthClient, requestId: string) => Promise<OAuthTokens>;

/** What is missing is as good as wrong: the service refuses it with the one answer that it has for all of these. */
const text = (parameters: OAuthParameters, name: string) => parameters.get(name) ?? '';

export const grants: Readonly<Record<string, Grant>> = {
  authorization_code: (parameters, auth, requestId) =>
    auth.redeemCode(
      { requestId },
      {
        clientId: text(parameters, 'client_id'),
        code: text(parameters, 'code'),
        redirectUri: text(parameters, 'redirect_uri'),
        codeVerifier: text(parameters, 'code_verifier'),
      },
    ),
  refresh_token: (parameters, auth, requestId) =>
    auth.refreshOAuthTokens(
      { requestId },
      {
        clientId: text(parameters, 'client_id'),
        refreshToken: text(parameters, 'refresh_token'),
      },
    ),
};

export const grantNames: readonly string[] = Object.keys(grants);
