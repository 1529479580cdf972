import { checkRepeatedParameters } from '../check-repeated-parameters';
import { checkResource } from '../check-resource';
import { checkScope } from '../check-scope';
import type { Asker } from '../client/metadata-documents';
import type { OAuthClients } from '../client/oauth-clients';
import { OAuthError } from '../oauth-error';
import { oauthParameters } from '../oauth-parameters';
import type { AuthorizationCheck } from './authorization-check';
import type { AuthorizationRequest } from './authorization-request';
import { checkClient } from './check-client';
import { checkCodeChallenge } from './check-code-challenge';
import { checkCodeChallengeMethod } from './check-code-challenge-method';
import { checkRedirectUri } from './check-redirect-uri';
import { checkResponseType } from './check-response-type';

const SINGLE = ['response_type', 'code_challenge', 'code_challenge_method', 'state', 'scope'];

/** In this order; the first that fails is the answer. @see specification, "Authorization request" */
const CHECKS: readonly AuthorizationCheck[] = [
  (parameters) => checkRepeatedParameters(parameters, SINGLE),
  checkResponseType,
  checkCodeChallenge,
  checkCodeChallengeMethod,
  checkScope,
  checkResource,
];

/** Where the app waits for its answer. */
export type ReturnAddress = Pick<AuthorizationRequest, 'redirectUri' | 'state'>;

export type ReadAuthorizationRequest =
  | { readonly request: AuthorizationRequest }
  /** To be told to the app. */
  | { readonly refused: OAuthError; readonly returnAddress: ReturnAddress };

/**
 * Client first, then redirect URI: until both are known to belong together, nothing is sent anywhere.
 * @param endpoint address of the MCP endpoint
 * @throws UnknownClient to be told to the user on a page
 */
export async function readAuthorizationRequest(
  query: URLSearchParams,
  clients: OAuthClients,
  endpoint: string,
  asker: Asker,
): Promise<ReadAuthorizationRequest> {
  const parameters = oauthParameters(query);
  const client = await checkClient(parameters, clients, asker);
  const redirectUri = checkRedirectUri(parameters, client);
  const state = parameters.all('state').length === 1 ? parameters.get('state') : undefined;
  try {
    for (const check of CHECKS) check(parameters, endpoint);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { refused: error, returnAddress: { redirectUri, state } };
  }
  const codeChallenge = parameters.get('code_challenge') as string;
  return { request: { client, redirectUri, codeChallenge, state } };
}
