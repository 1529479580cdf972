import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import type { AuthClient } from '../../../clients/gateway-clients';
import { checkRepeatedParameters } from '../check-repeated-parameters';
import { checkResource } from '../check-resource';
import { checkScope, SCOPE } from '../check-scope';
import type { OAuthClients } from '../client/oauth-clients';
import type { OAuthErrorCode } from '../oauth-error';
import { answerPreflight, openToBrowsers } from '../open-to-browsers';
import { answerTokenError } from './answer-token-error';
import { checkGrantTypeGiven } from './check-grant-type-given';
import { checkGrantTypeSupported } from './check-grant-type-supported';
import { checkRate } from './check-rate';
import { checkTokenClient } from './check-token-client';
import { grants } from './grants';
import { readTokenParameters } from './read-token-parameters';
import { toOAuthError } from './to-oauth-error';
import type { TokenCheck } from './token-check';

interface Dependencies {
  readonly baseUrl: string;
  readonly clients: OAuthClients;
  readonly auth: AuthClient;
  readonly logger: Logger;
  newRequestId(): string;
}

const SINGLE = [
  ...['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier'],
  ...['refresh_token', 'scope'],
];

/** In this order; the first that fails is the answer. @see specification, "OAuth token endpoint errors" */
const CHECKS: readonly TokenCheck[] = [
  (parameters) => checkRepeatedParameters(parameters, SINGLE),
  checkGrantTypeGiven,
  checkTokenClient,
  checkGrantTypeSupported,
  (parameters, { endpoint }) => checkResource(parameters, endpoint),
  checkScope,
];

/** `POST /oauth/token`: exchanges a code or a refresh token for a pair of tokens. */
export function tokenEndpoint(dependencies: Dependencies): Middleware {
  const { baseUrl, clients, auth, logger, newRequestId } = dependencies;
  const context = { clients, endpoint: `${baseUrl}/mcp` };

  const exchange = async (ctx: Context, requestId: string) => {
    await checkRate(auth, requestId, ctx.ip);
    const parameters = await readTokenParameters(ctx);
    for (const check of CHECKS) check(parameters, context);
    const grant = grants[parameters.get('grant_type') as string] as (typeof grants)[string];
    return grant(parameters, auth, requestId);
  };

  return async (ctx, next) => {
    if (ctx.path !== '/oauth/token') return next();
    openToBrowsers(ctx);
    if (ctx.method === 'OPTIONS') return answerPreflight(ctx, 'POST');
    if (ctx.method !== 'POST') return answerOtherMethod(ctx);
    const requestId = newRequestId();
    try {
      const { accessToken, refreshToken, expiresInSeconds } = await exchange(ctx, requestId);
      ctx.body = {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: expiresInSeconds,
        refresh_token: refreshToken,
        scope: SCOPE,
      };
    } catch (cause) {
      const error = toOAuthError(cause);
      if (OURS.has(error.code)) logger.error({ requestId, err: cause }, 'token request failed');
      answerTokenError(ctx, error);
    }
  };
}

/** Worth a line in the log: not the client's doing. */
const OURS: ReadonlySet<OAuthErrorCode> = new Set(['server_error', 'temporarily_unavailable']);

function answerOtherMethod(ctx: Context): void {
  ctx.set('allow', 'POST, OPTIONS');
  ctx.status = 405;
  ctx.body = 'Method Not Allowed. The token endpoint answers POST only.\n';
}
