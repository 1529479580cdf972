import type { Context } from 'koa';
import type { OAuthError, OAuthErrorCode } from '../oauth-error';

const STATUS: Partial<Record<OAuthErrorCode, number>> = {
  slow_down: 429,
  server_error: 500,
  temporarily_unavailable: 503,
};
const RETRY_AFTER: Partial<Record<OAuthErrorCode, string>> = {
  slow_down: '60',
  temporarily_unavailable: '5',
};

/** @see RFC 6749 §5.2 */
export function answerTokenError(ctx: Context, { code, description }: OAuthError): void {
  const retryAfter = RETRY_AFTER[code];
  if (retryAfter !== undefined) ctx.set('retry-after', retryAfter);
  ctx.status = STATUS[code] ?? 400;
  ctx.body = { error: code, error_description: description };
}
