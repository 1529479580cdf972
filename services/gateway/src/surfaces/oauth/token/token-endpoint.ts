import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import type { AuthClient } from '../../../clients/gateway-clients';
import { presentRequestId } from '../../http/identified-requests';
import { SCOPE } from '../checks';
import type { OAuthClients } from '../client/oauth-clients';
import { allowAnyOrigin, answerPreflight } from '../cors';
import { OAuthError, type OAuthErrorCode } from '../oauth-error';
import { answerTokenError, toOAuthError } from './token-error';
import { readTokenRequest } from './token-request';

interface Dependencies {
  readonly baseUrl: string;
  readonly clients: OAuthClients;
  readonly auth: AuthClient;
  readonly logger: Logger;
}

/** Errors that the client did not cause. They are logged. */
const OWN_FAULTS: ReadonlySet<OAuthErrorCode> = new Set(['server_error', 'temporarily_unavailable']);

/**
 * Some clients renew a token before they have read our metadata, as both Python SDKs do after a restart. These clients
 * send the request to `/token`.
 */
export const TOKEN_PATHS = ['/oauth/token', '/token'];

/** `POST /oauth/token`: exchanges a code or a refresh token for a pair of tokens. */
export function tokenEndpoint(dependencies: Dependencies): Middleware {
  const { baseUrl, clients, auth, logger } = dependencies;

  const exchange = async (ctx: Context, requestId: string) => {
    // Every request is counted, including a request that fails.
    const { allowed } = await auth.countTokenRequest({ requestId }, { ip: ctx.ip });
    if (!allowed) throw tooManyRequests();
    const grant = await readTokenRequest(ctx, { clients, endpoint: `${baseUrl}/mcp` });
    return grant(auth, requestId);
  };

  return async (ctx) => {
    allowAnyOrigin(ctx);
    if (ctx.method === 'OPTIONS') return answerPreflight(ctx, 'POST');
    if (ctx.method !== 'POST') return answerOtherMethod(ctx);
    const requestId = presentRequestId();
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
      if (OWN_FAULTS.has(error.code)) logger.error({ err: cause }, 'token request failed');
      answerTokenError(ctx, error);
    }
  };
}

const tooManyRequests = () =>
  new OAuthError('slow_down', 'More than 30 token requests in a minute. Try again in the next minute.');

function answerOtherMethod(ctx: Context): void {
  ctx.set('allow', 'POST, OPTIONS');
  ctx.status = 405;
  ctx.body = 'Method Not Allowed. The token endpoint accepts only POST.\n';
}
