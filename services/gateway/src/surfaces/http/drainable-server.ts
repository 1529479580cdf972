import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net';

export interface DrainableServer {
  /** @returns `host:port` on which the server listens */
  listen(address: string): Promise<string>;
  /**
   * Accepts no more connections, and waits for the running requests, but not longer than `graceMs`.
   * @param idleMs how long idle connections stay open, because a client may just be sending its next request. That
   * request is answered with `connection: close`.
   */
  drain(graceMs: number, idleMs?: number): Promise<void>;
}

/** Handles a request. Resolves when the work for the request has ended, even if the caller has disconnected earlier. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | undefined;

const SWEEP_MS = 25;

/**
 * How many connections may wait to be accepted. If more callers connect, they are not refused, but they wait for a
 * second or more.
 */
const BACKLOG = 4_096;

/** Creates an HTTP server that can be stopped without breaking off requests. */
export function createDrainableServer(
  handler: RequestHandler,
  onConnection?: (socket: Socket) => void,
  onServer?: (server: Server) => void,
): DrainableServer {
  let draining = false;
  const underWay = new Set<Promise<void>>();
  const server: Server = createServer(
    {
      // Longer than the time after which common proxies close an idle connection. With a shorter time, a proxy could
      // send a request at the moment when the gateway closes the connection.
      keepAliveTimeout: 75_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      // Otherwise Node itself would answer a request without Host. Our answer also has our headers and a message.
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
        // Node's HTTP `close` would end idle connections at once, so the `close` of TCP servers is used.
        TcpServer.prototype.close.call(server, async () => {
          clearTimeout(idleTimer);
          clearInterval(sweep);
          // Stops the timer that watches connections, because the timer would keep the whole server in memory.
          server.close();
          // The work for a request continues after its caller has disconnected. The end of this work is awaited here,
          // because it needs the services, which stop after this server.
          await Promise.allSettled(underWay);
          clearTimeout(giveUp);
          resolve();
        });
      });
    },
  };
}
