import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DrainableServer {
  /** @returns `host:port` that it really listens on */
  listen(address: string): Promise<string>;
  /** Stops accepting, finishes what is under way, then gives up after the grace time. */
  drain(graceMs: number): Promise<void>;
}

const SWEEP_MS = 25;

/** An HTTP server whose kept-alive connections end with their last answer once it drains. */
export function createDrainableServer(handler: RequestListener): DrainableServer {
  let draining = false;
  const server: Server = createServer(
    {
      // Longer than the idle time of the usual proxies, so that they never reuse a connection that closes under them.
      keepAliveTimeout: 75_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
    },
    (request, response) => {
      if (draining) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  return {
    listen: async (address) => {
      const separator = address.lastIndexOf(':');
      const host = address.slice(0, separator).replace(/^\[(.*)\]$/, '$1');
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(Number(address.slice(separator + 1)), host, resolve);
      });
      return `${address.slice(0, separator)}:${(server.address() as AddressInfo).port}`;
    },
    drain: (graceMs) => {
      draining = true;
      if (!server.listening) return Promise.resolve();
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), graceMs);
        // What was under way when the drain began leaves its connection idle when it is answered.
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(giveUp);
          clearInterval(sweep);
          resolve();
        });
      });
    },
  };
}
