import type { IncomingMessage } from 'node:http';

/**
 * Address of the caller as Koa's `ctx.ip` has it, for what is answered before Koa: of `X-Forwarded-For` the entry that
 * the outermost of so many trusted proxies added, and the connection's own address without any.
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
