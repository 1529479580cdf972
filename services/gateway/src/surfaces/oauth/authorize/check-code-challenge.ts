import { OAuthError } from '../oauth-error';
import type { AuthorizationCheck } from './authorization-check';

/** A SHA-256 in base64url without padding. */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** PKCE is required of every client (RFC 7636). */
export const checkCodeChallenge: AuthorizationCheck = (parameters) => {
  const challenge = parameters.get('code_challenge');
  if (challenge === undefined) throw new OAuthError('invalid_request', 'code_challenge is required.');
  if (!CODE_CHALLENGE.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
};
