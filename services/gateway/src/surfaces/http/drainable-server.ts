import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';

export interface DrainableServer {
  /** @returns `host:port` that it really listens on */
  listen(address: string): Promise<string>;
  /**
   * Stops accepting, finishes what is under way, then gives up after the grace time.
   * @param idleMs for which connections that wait for their caller's next request stay open: it may be on its way, and
   * is answered with `connection: close`. Connections that are idle after that time are closed.
   */
  drain(graceMs: number, idleMs?: number): Promise<void>;
}

/** Resolves when the work behind the request has ended, whether or not anybody still waits for the answer. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | undefined;

const SWEEP_MS = 25;

/** Connections that wait to be taken: beyond it a caller is not refused, but hears nothing for a second or more. */
const BACKLOG = 4_096;

/** An HTTP server whose kept-alive connections end with their last answer once it drains. */
export function createDrainableServer(handler: RequestHandler): DrainableServer {
  let draining = false;
  const underWay = new Set<Promise<void>>();
  const server: Server = createServer(
    {
      // Longer than the idle time of the usual proxies, so that they never reuse a connection that closes under them.
      keepAliveTimeout: 75_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
    },
    (request, response) => {
      if (draining) response.shouldKeepAlive = false;
      const work = handler(request, response);
      if (!work) return;
      underWay.add(work);
      const ended = () => underWay.delete(work);
      work.then(ended, ended);
    },
  );
  return {
    listen: async (address) => {
      const separator = address.lastIndexOf(':');
      const host = address.slice(0, separator).replace(/^\[(.*)\]$/, '$1');
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: Number(address.slice(separator + 1)), host, backlog: BACKLOG }, resolve);
      });
      return `${address.slice(0, separator)}:${(server.address() as AddressInfo).port}`;
    },
    drain: (graceMs, idleMs = 0) => {
      draining = true;
      if (!server.listening) return Promise.resolve();
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          server.closeAllConnections();
          resolve();
        }, graceMs);
        let sweep: NodeJS.Timeout | undefined;
        const closeIdle = () => {
          server.closeIdleConnections();
          sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        };
        const idleTimer = setTimeout(closeIdle, idleMs);
        // Node's HTTP server would hang up on idle connections at once.
        TcpServer.prototype.close.call(server, async () => {
          clearTimeout(idleTimer);
          clearInterval(sweep);
          // Ends the timer that watches connections, which would keep the whole server in memory.
          server.close();
          // A caller that hung up leaves work behind, which still leans on what is stopped after this server.
          await Promise.allSettled(underWay);
          clearTimeout(giveUp);
          resolve();
        });
      });
    },
  };
}
