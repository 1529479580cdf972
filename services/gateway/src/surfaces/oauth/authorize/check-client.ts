import type { Asker } from '../client/metadata-documents';
import { type OAuthClient, UnknownClient } from '../client/oauth-client';
import type { OAuthClients } from '../client/oauth-clients';
import type { OAuthParameters } from '../oauth-parameters';

/** @throws UnknownClient with a sentence for the user: whom to send an answer to is not known */
export function checkClient(
  parameters: OAuthParameters,
  clients: OAuthClients,
  asker: Asker,
): Promise<OAuthClient> {
  const [clientId, ...others] = parameters.all('client_id');
  if (clientId === undefined) throw new UnknownClient('The app did not say who it is: client_id is missing.');
  if (others.length > 0) throw new UnknownClient('The app sent client_id more than once.');
  return clients.find(clientId, asker);
}
