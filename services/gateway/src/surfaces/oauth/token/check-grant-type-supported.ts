import { OAuthError } from '../oauth-error';
import { grantNames } from './grants';
import type { TokenCheck } from './token-check';

export const checkGrantTypeSupported: TokenCheck = (parameters) => {
  if (!grantNames.includes(parameters.get('grant_type') ?? '')) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${grantNames.join(' or ')}.`);
  }
};
