/**
 * A client id that is the address of the client's metadata document, on one of these hosts; undefined for any other.
 * It must be spelled as a parser spells it, because it is compared as text everywhere after this: no dot segments, no
 * default port, no capital letters in the host.
 * @param hosts compared with host and port together
 * @see draft-ietf-oauth-client-id-metadata-document, "Client Identifier"
 */
export function clientIdUrl(clientId: string, hosts: readonly string[]): URL | undefined {
  if (!clientId.startsWith('https://') || !URL.canParse(clientId)) return undefined;
  const url = new URL(clientId);
  const isPlain =
    url.href === clientId && url.username === '' && url.password === '' && !clientId.includes('#');
  return isPlain && url.pathname !== '/' && hosts.includes(url.host) ? url : undefined;
}
