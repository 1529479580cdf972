import { OAuthError } from '../oauth-error';
import type { AuthorizationCheck } from './authorization-check';

/** Absent would mean `plain` (RFC 7636 §4.3), which is refused as such. */
export const checkCodeChallengeMethod: AuthorizationCheck = (parameters) => {
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
};
