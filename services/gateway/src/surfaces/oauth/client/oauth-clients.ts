import type { Asker, MetadataDocuments } from './metadata-documents';
import { type OAuthClient, UnknownClient } from './oauth-client';

/** @see [MCP-A12] */
export interface OAuthClientSettings {
  /** Hosts whose apps may register by a metadata document, with a port if it is not 443. */
  readonly OAUTH_METADATA_HOSTS: readonly string[];
  /** Id of the app that is registered in advance. If absent, there is no such app. */
  readonly OAUTH_HOSTED_CLIENT_ID?: string | undefined;
  readonly OAUTH_HOSTED_CLIENT_NAME: string;
  readonly OAUTH_HOSTED_REDIRECT_URIS: readonly string[];
}

export interface OAuthClients {
  /** @throws UnknownClient; DomainError resource_exhausted or unavailable, with retryAfterSeconds */
  find(clientId: string, asker: Asker): Promise<OAuthClient>;
  /**
   * Returns whether finding the client needs a fetch from another host. Such a fetch is made only for signed-in owners.
   */
  mustBeFetched(clientId: string): boolean;
  /**
   * Returns whether this server issues codes to the client id, decided without a fetch. All other checks use the code
   * or token: a client must not lose its sign-in while its document cannot be fetched.
   */
  isAccepted(clientId: string): boolean;
}

export function createOAuthClients(
  settings: OAuthClientSettings,
  documents: MetadataDocuments,
): OAuthClients {
  const hosted = hostedClient(settings);
  const urlOf = (clientId: string) => clientIdUrl(clientId, settings.OAUTH_METADATA_HOSTS);
  return {
    mustBeFetched: (clientId) => {
      const url = clientId === hosted?.clientId ? undefined : urlOf(clientId);
      return url !== undefined && !documents.isKept(url);
    },
    find: async (clientId, asker) => {
      if (clientId === hosted?.clientId) return hosted;
      const url = urlOf(clientId);
      if (!url) throw new UnknownClient('This app may not connect to this service.');
      return documents.find(url, asker);
    },
    isAccepted: (clientId) => clientId === hosted?.clientId || urlOf(clientId) !== undefined,
  };
}

function hostedClient(settings: OAuthClientSettings): OAuthClient | undefined {
  const { OAUTH_HOSTED_CLIENT_ID: clientId, OAUTH_HOSTED_REDIRECT_URIS: redirectUris } = settings;
  const [first] = redirectUris;
  if (clientId === undefined || first === undefined) return undefined;
  return {
    clientId,
    name: settings.OAUTH_HOSTED_CLIENT_NAME,
    host: new URL(first).host,
    redirectUris,
    anyLoopbackPort: false,
  };
}

/**
 * Parses a client id that is the URL of a metadata document on one of these hosts; undefined for any other id. The id
 * must be in normal form, because it is later compared as text. Normal form has no dot segments, no default port and no
 * capital letters in the host.
 * @param hosts hosts with their port, compared with both
 * @see draft-ietf-oauth-client-id-metadata-document, "Client Identifier"
 */
export function clientIdUrl(clientId: string, hosts: readonly string[]): URL | undefined {
  if (!clientId.startsWith('https://') || !URL.canParse(clientId)) return undefined;
  const url = new URL(clientId);
  const isPlain =
    url.href === clientId && url.username === '' && url.password === '' && !clientId.includes('#');
  return isPlain && url.pathname !== '/' && hosts.includes(url.host) ? url : undefined;
}
