import {
  type Check,
  type OAuthParameters,
  oauthParameters,
  resourceIsEndpoint,
  rule,
  sentOnce,
} from '../checks';
import type { Asker } from '../client/metadata-documents';
import { type OAuthClient, UnknownClient } from '../client/oauth-client';
import type { OAuthClients } from '../client/oauth-clients';
import { isRegistered } from '../client/redirect-uris';
import { OAuthError } from '../oauth-error';

/** A valid authorization request of an app. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  /** The app's own value, returned unchanged. */
  readonly state: string | undefined;
}

/** Where the app expects the answer. */
export type ReturnAddress = Pick<AuthorizationRequest, 'redirectUri' | 'state'>;

export type ReadAuthorizationRequest =
  | { readonly request: AuthorizationRequest }
  /** The refusal is sent to the app's redirect URI. */
  | { readonly refused: OAuthError; readonly returnAddress: ReturnAddress };

/** The form of a SHA-256 in base64url without padding. */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The rules of an authorization request. They are checked in this order. The error of the first broken rule is
 * returned. Every client must use PKCE (RFC 7636).
 * @see [MCP-A11]
 */
const CHECKS: readonly Check<{ readonly endpoint: string }>[] = [
  sentOnce('response_type', 'code_challenge', 'code_challenge_method', 'state', 'scope'),
  rule('invalid_request', 'response_type is required.', (given) => given.get('response_type') !== undefined),
  rule(
    'unsupported_response_type',
    'response_type must be code.',
    (given) => given.get('response_type') === 'code',
  ),
  rule(
    'invalid_request',
    'code_challenge is required.',
    (given) => given.get('code_challenge') !== undefined,
  ),
  rule('invalid_request', 'code_challenge must be 43 characters of base64url.', (given) =>
    CODE_CHALLENGE.test(given.get('code_challenge') ?? ''),
  ),
  // A request without `code_challenge_method` would mean `plain` (RFC 7636 §4.3), and `plain` is refused.
  rule(
    'invalid_request',
    'code_challenge_method must be S256.',
    (given) => given.get('code_challenge_method') === 'S256',
  ),
  resourceIsEndpoint,
];

/**
 * Checks the client first, then the redirect URI. Redirects are sent only when the redirect URI belongs to the client.
 * @param endpoint address of the MCP endpoint
 * @throws UnknownClient; its message is shown to the user on a page
 */
export async function readAuthorizationRequest(
  query: URLSearchParams,
  clients: OAuthClients,
  endpoint: string,
  asker: Asker,
): Promise<ReadAuthorizationRequest> {
  const parameters = oauthParameters(query);
  const client = await clients.find(readClientId(parameters), asker);
  const redirectUri = readRedirectUri(parameters, client);
  const state = parameters.all('state').length === 1 ? parameters.get('state') : undefined;
  try {
    for (const check of CHECKS) check(parameters, { endpoint });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { refused: error, returnAddress: { redirectUri, state } };
  }
  const codeChallenge = parameters.get('code_challenge') as string;
  return { request: { client, redirectUri, codeChallenge, state } };
}

function readClientId(parameters: OAuthParameters): string {
  const [clientId, ...others] = parameters.all('client_id');
  if (clientId === undefined) throw new UnknownClient('The app did not send client_id.');
  if (others.length > 0) throw new UnknownClient('The app sent client_id more than once.');
  return clientId;
}

/** Returns the redirect URI if the client has registered it. Nothing is sent to other addresses. */
function readRedirectUri(parameters: OAuthParameters, client: OAuthClient): string {
  const [redirectUri, ...others] = parameters.all('redirect_uri');
  if (redirectUri === undefined) throw new UnknownClient('The app did not send redirect_uri.');
  if (others.length > 0) throw new UnknownClient('The app sent redirect_uri more than once.');
  if (!isRegistered(redirectUri, client)) {
    throw new UnknownClient('The app sent a redirect_uri that it has not registered.');
  }
  return redirectUri;
}
