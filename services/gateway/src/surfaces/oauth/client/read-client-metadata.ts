import { type OAuthClient, UnknownClient } from './oauth-client';
import { isRedirectUri } from './redirect-uris';

const MAX_NAME_LENGTH = 80;
/** Line breaks, control characters, and characters that change the order of the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Reads a client's description of itself from its metadata document.
 * @throws UnknownClient when the document is invalid
 * @see [MCP-A12]
 */
export function readClientMetadata(body: string, url: URL): OAuthClient {
  const document = parse(body);
  if (document.client_id !== url.href) {
    throw new UnknownClient("The app's metadata document belongs to another client_id.");
  }
  const { redirect_uris: redirectUris, client_name: name } = document;
  if (!Array.isArray(redirectUris) || !redirectUris.some((uri) => typeof uri === 'string')) {
    throw new UnknownClient("The app's metadata document lists no redirect_uris.");
  }
  return {
    clientId: url.href,
    name: (typeof name === 'string' && shown(name)) || url.host,
    host: url.host,
    redirectUris: redirectUris.filter((uri) => typeof uri === 'string' && isRedirectUri(uri)),
    anyLoopbackPort: true,
  };
}

function parse(body: string): Record<string, unknown> {
  const problem = new UnknownClient("The app's metadata document is not a JSON object.");
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    throw problem;
  }
  throw problem;
}

function shown(name: string): string {
  const letters = [...name.replace(UNSEEN, ' ').trim()];
  return letters.length > MAX_NAME_LENGTH
    ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
    : letters.join('');
}
