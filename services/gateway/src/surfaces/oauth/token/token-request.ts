import type { OAuthTokens } from '@parcelyard/contracts/oauth';
import type { Context } from 'koa';
import type { AuthClient } from '../../../clients/gateway-clients';
import { readBody, TOO_LARGE } from '../../http/read-body';
import {
  type Check,
  type OAuthParameters,
  oauthParameters,
  resourceIsEndpoint,
  rule,
  sentOnce,
} from '../checks';
import type { OAuthClients } from '../client/oauth-clients';
import { OAuthError } from '../oauth-error';

interface CheckContext {
  readonly clients: OAuthClients;
  readonly endpoint: string;
}

type Grant = (parameters: OAuthParameters, auth: AuthClient, requestId: string) => Promise<OAuthTokens>;

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MAX_BODY_BYTES = 64 * 1_024;

/**
 * Returns a parameter, or an empty text if it is missing. Auth refuses an empty text in the same way as a wrong text.
 */
const text = (parameters: OAuthParameters, name: string) => parameters.get(name) ?? '';

const GRANTS: Readonly<Record<string, Grant>> = {
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
      { clientId: text(parameters, 'client_id'), refreshToken: text(parameters, 'refresh_token') },
    ),
};
const GRANT_TYPES = Object.keys(GRANTS);

/**
 * The rules of a token request. They are checked in this order. The error of the first broken rule is returned.
 * @see [MCP-A14]
 */
const CHECKS: readonly Check<CheckContext>[] = [
  sentOnce('grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'),
  rule('invalid_request', 'grant_type is required.', (given) => given.get('grant_type') !== undefined),
  // Clients have no secret. To identify themselves, they send only their id, in the body.
  rule('invalid_client', 'client_id is missing or not accepted.', (given, { clients }) =>
    clients.isAccepted(text(given, 'client_id')),
  ),
  rule('unsupported_grant_type', `grant_type must be ${GRANT_TYPES.join(' or ')}.`, (given) =>
    GRANT_TYPES.includes(text(given, 'grant_type')),
  ),
  resourceIsEndpoint,
];

/**
 * Reads a token request, which exchanges either a code or a refresh token.
 * @throws OAuthError when the request breaks a rule
 */
export async function readTokenRequest(
  ctx: Context,
  context: CheckContext,
): Promise<(auth: AuthClient, requestId: string) => Promise<OAuthTokens>> {
  const parameters = await readParameters(ctx);
  for (const check of CHECKS) check(parameters, context);
  const grant = GRANTS[text(parameters, 'grant_type')] as Grant;
  return (auth, requestId) => grant(parameters, auth, requestId);
}

async function readParameters(ctx: Context): Promise<OAuthParameters> {
  // If the sender disconnects before the body ends, the request is refused as if its body were too large.
  const body = await readBody(ctx.req, MAX_BODY_BYTES).catch(() => TOO_LARGE);
  if (!FORM.test(ctx.get('content-type')) || body === TOO_LARGE) {
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  return oauthParameters(new URLSearchParams(body.toString('utf8')));
}
