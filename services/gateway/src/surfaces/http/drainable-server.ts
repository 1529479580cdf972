import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net';

export interface DrainableServer {
  /** @returns `host:port` on which the server listens */
  listen(address: string): Promise<string>;
  /**
   * Stops accepting connections and finishes running requests. Gives up after the grace time.
   * @param idleMs how long idle connections stay open, because their next request may already be on its way. Such a
   * request is answered with `connection: close`. After `idleMs`, idle connections are closed.
   */
  drain(graceMs: number, idleMs?: number): Promise<void>;
}

/** Handles a request. Resolves when the work of the request has ended, even if the caller has disconnected. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | undefined;

const SWEEP_MS = 25;

/** Maximum connections that wait to be accepted. Further callers are not refused, but wait for a second or more. */
const BACKLOG = 4_096;

/** Creates an HTTP server. When it drains, it closes kept-alive connections after their last answer. */
export function createDrainableServer(
  handler: RequestHandler,
  onConnection?: (socket: Socket) => void,
  onServer?: (server: Server) => void,
): DrainableServer {
  let draining = false;
  const underWay = new Set<Promise<void>>();
  const server: Server = createServer(
    {
      // Longer than the idle time of common proxies, so that a proxy never reuses a connection that the server is
      // closing.
      keepAliveTimeout: 75_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      // Turned off, because Node's own refusal lacks our headers and our message (unreadable-requests.ts).
      requireHostHeader: false,
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
  onServer?.(server);
  if (onConnection) server.on('connection', onConnection);
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
        // The `close` of TCP servers is used, because Node's HTTP `close` would end idle connections at once.
        TcpServer.prototype.close.call(server, async () => {
          clearTimeout(idleTimer);
          clearInterval(sweep);
          // Ends the timer that watches connections. Otherwise the timer would keep the whole server in memory.
          server.close();
          // After a caller has disconnected, the work continues. It needs the parts that are stopped after this server.
          await Promise.allSettled(underWay);
          clearTimeout(giveUp);
          resolve();
        });
      });
    },
  };
}
