import { OAuthError } from '../oauth-error';
import type { TokenCheck } from './token-check';

/** Clients are public: their id in the body is all that they show. */
export const checkTokenClient: TokenCheck = (parameters, { clients }) => {
  const clientId = parameters.get('client_id');
  if (clientId === undefined || !clients.isAccepted(clientId)) {
    throw new OAuthError('invalid_client', 'client_id is missing or not accepted.');
  }
};
