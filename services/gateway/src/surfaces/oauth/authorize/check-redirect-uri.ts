import { type OAuthClient, UnknownClient } from '../client/oauth-client';
import { isRegistered } from '../client/redirect-uris';
import type { OAuthParameters } from '../oauth-parameters';

/** @throws UnknownClient with a sentence for the user: nothing may be sent to an address that is not registered */
export function checkRedirectUri(parameters: OAuthParameters, client: OAuthClient): string {
  const [redirectUri, ...others] = parameters.all('redirect_uri');
  if (redirectUri === undefined)
    throw new UnknownClient('The app did not say where to return: redirect_uri is missing.');
  if (others.length > 0) throw new UnknownClient('The app sent redirect_uri more than once.');
  if (!isRegistered(redirectUri, client)) {
    throw new UnknownClient(
      'The app wants to return to an address that it has not registered (redirect_uri).',
    );
  }
  return redirectUri;
}
