import { createServer, type Server } from 'node:net';

/**
 * Below what systems hand out to outgoing connections: on a busy machine one of those would take a port between our look
 * and the start of the program that is meant to have it.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
/** Each process starts at a place of its own, so that two that look at the same moment do not choose the same port. */
const PORTS_PER_PROCESS = 64;

let next = process.pid * PORTS_PER_PROCESS;

/** Ports of the loopback interface that nobody listens on; all different, and different from those of earlier calls. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** A port of the loopback interface that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let tries = LOWEST; tries < HIGHEST; tries += 1) {
    const port = LOWEST + (next++ % (HIGHEST - LOWEST));
    const server = await listen(port).catch(() => undefined);
    if (!server) continue;
    await close(server);
    return port;
  }
  throw new Error('Every port is in use.');
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
