import { OAuthError } from '../oauth-error';
import type { TokenCheck } from './token-check';

export const checkGrantTypeGiven: TokenCheck = (parameters) => {
  if (parameters.get('grant_type') === undefined) {
    throw new OAuthError('invalid_request', 'grant_type is required.');
  }
};
