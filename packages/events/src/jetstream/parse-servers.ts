/** The client's options from an address list such as `nats://user:pass@one:4222,nats://two:4222`. */
export interface ServerOptions {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  tls?: Record<string, never>;
}

/** @throws Error that quotes no part of the list, because the list may contain a password */
export function parseServers(natsUrl: string): ServerOptions {
  const urls = natsUrl
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => parse(text.includes('://') ? text : `nats://${text}`));
  const [first] = urls;
  if (!first) throw new Error('NATS_URL names no server.');
  const user = decodeURIComponent(first.username);
  const pass = decodeURIComponent(first.password);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
    ...(user !== '' && pass !== '' ? { user, pass } : {}),
    ...(user !== '' && pass === '' ? { token: user } : {}),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
  };
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'nats:' && url.protocol !== 'tls:') || url.hostname === '') {
    throw new Error('NATS_URL must be addresses like nats://host:4222, comma-separated.');
  }
  return url;
}
