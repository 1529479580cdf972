import type { IncomingMessage } from 'node:http';

/**
 * Address of the caller, like Koa's `ctx.ip`, for requests answered before Koa. With trusted proxies it is the
 * `X-Forwarded-For` entry that the outermost one added, otherwise the connection's own address.
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
