import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Context } from 'koa';
import { webSentence } from '../../web/wording';
import { OAuthError, type OAuthErrorCode } from '../oauth-error';

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

/**
 * Converts the error of a token request into an OAuth error. If the client did not cause the error, the description
 * does not tell the cause.
 */
export function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  const code = error instanceof DomainError ? error.code : 'internal';
  if (error instanceof DomainError && code === 'unauthenticated') {
    return new OAuthError('invalid_grant', webSentence(error));
  }
  return code === 'unavailable' || code === 'deadline_exceeded'
    ? new OAuthError(
        'temporarily_unavailable',
        'The service is not available right now. Try again in a moment.',
      )
    : new OAuthError('server_error', 'Something went wrong on our side.');
}
