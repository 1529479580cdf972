import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { readMetrics } from './metrics';

export interface AdminServer {
  /** The `host:port` on which the server listens. */
  readonly address: string;
  close(): Promise<void>;
}

interface Options {
  listen: string;
  registry: Registry;
  /**
   * Returns the names of missing dependencies; empty means ready. /healthz does not report missing dependencies,
   * because the program would then be restarted, which would not help.
   */
  notReady(): Promise<readonly string[]>;
}

/** Serves /healthz (alive), /readyz (may take traffic) and /metrics on a separate port. */
export async function startAdminServer(options: Options): Promise<AdminServer> {
  const separator = options.listen.lastIndexOf(':');
  const host = options.listen.slice(0, separator);
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    answer(path, options)
      // A metric that cannot be read, for example when a database is down, must not end the process.
      .catch(() => ({ status: 500, type: 'text/plain', body: 'failed\n' }))
      .then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(options.listen.slice(separator + 1)), host, resolve);
  });
  return {
    address: `${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(path: string, { registry, notReady }: Options) {
  if (path === '/healthz') return { status: 200, type: 'text/plain', body: 'ok\n' };
  if (path === '/metrics')
    return { status: 200, type: registry.contentType, body: await readMetrics(registry) };
  if (path === '/readyz') {
    const missing = await notReady().catch(() => ['check failed']);
    return missing.length === 0
      ? { status: 200, type: 'text/plain', body: 'ready\n' }
      : { status: 503, type: 'text/plain', body: `waiting for ${missing.join(', ')}\n` };
  }
  return { status: 404, type: 'text/plain', body: 'not found\n' };
}
