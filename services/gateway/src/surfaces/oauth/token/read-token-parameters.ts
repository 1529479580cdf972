import type { Context } from 'koa';
import { readBody, TOO_LARGE } from '../../http/read-body';
import { OAuthError } from '../oauth-error';
import { type OAuthParameters, oauthParameters } from '../oauth-parameters';

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MAX_BODY_BYTES = 64 * 1_024;

/** @throws OAuthError invalid_request when the body is no form */
export async function readTokenParameters(ctx: Context): Promise<OAuthParameters> {
  // A sender that goes away in the middle has sent no form either.
  const body = await readBody(ctx.req, MAX_BODY_BYTES).catch(() => TOO_LARGE);
  if (!FORM.test(ctx.get('content-type')) || body === TOO_LARGE) {
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  return oauthParameters(new URLSearchParams(body.toString('utf8')));
}
