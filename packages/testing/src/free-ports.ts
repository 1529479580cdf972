import { createServer, type Server } from 'node:net';

/**
 * Ports are chosen between these limits, which are below the ports of outgoing connections. On a busy machine, an
 * outgoing connection could take a port before the program uses it.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
/** Each process starts at a different port, so that two processes do not choose the same port. */
const PORTS_PER_PROCESS = 64;

let next = process.pid * PORTS_PER_PROCESS;

/** Free ports of the loopback interface. All are different, and different from the ports of earlier calls. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

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

/** @throws Error with a clear reason when the port is in use */
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
