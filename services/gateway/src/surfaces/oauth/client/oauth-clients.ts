import type { Asker, MetadataDocuments } from './metadata-documents';
import { type OAuthClient, UnknownClient } from './oauth-client';

/** @see [MCP-A12] */
export interface OAuthClientSettings {
  /** Hosts whose apps may describe themselves by a document. A host is written with its port if the port is not 443. */
  readonly OAUTH_METADATA_HOSTS: readonly string[];
  /** The id of one app that may sign in without a registration; absent when there is no such app. */
  readonly OAUTH_HOSTED_CLIENT_ID?: string | undefined;
  readonly OAUTH_HOSTED_CLIENT_NAME: string;
  readonly OAUTH_HOSTED_REDIRECT_URIS: readonly string[];
}

export interface OAuthClients {
  /** @throws UnknownClient; DomainError resource_exhausted or unavailable, with retryAfterSeconds */
  find(clientId: string, asker: Asker): Promise<OAuthClient>;
  /**
   * True when a document must be fetched from another host to find the client. Documents are fetched only for signed-in
   * owners.
   */
  mustBeFetched(clientId: string): boolean;
  /**
   * Returns whether this server accepts the client's codes and tokens. Does not fetch the client's metadata document,
   * because a client must stay signed in even while its document cannot be fetched. Auth later checks the code or the
   * token without the document.
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
      if (!url)
        throw new UnknownClient(
          'This server does not know the app, or does not allow it to connect. Check the address in the app, or ask the operator of this server.',
        );
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
 * Returns the URL if a client id is the URL of a document on one of these hosts; undefined for any other id. Ids are
 * compared as text, so the URL must have its normal form: no dot segments, no default port, no capital letters in the
 * host.
 * @param hosts allowed hosts, with a port if it is not 443
 * @see draft-ietf-oauth-client-id-metadata-document, "Client Identifier"
 */
export function clientIdUrl(clientId: string, hosts: readonly string[]): URL | undefined {
  if (!clientId.startsWith('https://') || !URL.canParse(clientId)) return undefined;
  const url = new URL(clientId);
  const isPlain =
    url.href === clientId && url.username === '' && url.password === '' && !clientId.includes('#');
  return isPlain && url.pathname !== '/' && hosts.includes(url.host) ? url : undefined;
}
