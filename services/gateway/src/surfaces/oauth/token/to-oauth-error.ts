import { DomainError } from '@parcelyard/service-kit/domain-error';
import { webSentence } from '../../web/wording';
import { OAuthError } from '../oauth-error';

/** What a client is told of a failed token request: its own fault only where it is. */
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
