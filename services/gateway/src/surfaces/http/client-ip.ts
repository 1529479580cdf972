import type { IncomingMessage } from 'node:http';

/**
 * Returns the caller's address, as Koa's `ctx.ip` does, for requests that Koa does not handle. Behind trusted proxies,
 * this is the address that the outermost trusted proxy added to `X-Forwarded-For`. Otherwise it is the address of the
 * connection.
 */
export function clientIp(request: IncomingMessage, proxyHops: number): string {
  const own = request.socket.remoteAddress ?? '';
  if (proxyHops === 0) return own;
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',');
  const [first = ''] = forwarded
    .split(',')
    .map((entry) => entry.trim())
    .slice(-proxyHops);
  return first === '' ? own : first;
}
