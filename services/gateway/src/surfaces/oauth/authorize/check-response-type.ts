import { OAuthError } from '../oauth-error';
import type { AuthorizationCheck } from './authorization-check';

export const checkResponseType: AuthorizationCheck = (parameters) => {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) throw new OAuthError('invalid_request', 'response_type is required.');
  if (responseType !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
};
