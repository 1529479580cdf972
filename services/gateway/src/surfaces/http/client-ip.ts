import type { IncomingMessage } from 'node:http';

/**
 * Returns the caller's address, like Koa's `ctx.ip`, for requests that are answered before Koa. Behind trusted proxies,
 * it is the `X-Forwarded-For` entry that the outermost proxy added. Otherwise it is the connection's own address.
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
