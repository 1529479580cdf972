import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below what systems hand out to outgoing connections: on a busy machine one of those would take a port between our look
 * and the start of the program that is meant to have it.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 50;

/** Ports of the loopback interface that nobody listens on; all different, for they are held open together. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) servers.push(await listenSomewhere());
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
}

async function listenSomewhere(): Promise<Server> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = await listen(randomInt(LOWEST, HIGHEST)).catch(() => undefined);
    if (server) return server;
  }
  return listen(0);
}

/** @throws Error with a reason that people understand when somebody listens on the port */
export async function requireFreePort(port: number): Promise<void> {
  await close(await listen(port));
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `port ${port} is in use; choose another one with PORT=…`
          : `port ${port} cannot be used: ${error.message}`;
      reject(new Error(reason, { cause: error }));
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
