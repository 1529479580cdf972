import { createServer, type Server } from 'node:net';

/** Ports of the loopback interface that nobody listens on; all different, for they are held open together. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
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
