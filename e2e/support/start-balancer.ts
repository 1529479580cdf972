import { connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a plain balancer of TCP connections. The balancer sends each connection to the next port, and skips ports on
 * which no process listens. The balancer knows nothing about requests, so a request is lost when its connection is cut
 * off.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    keep(client);
    client.on('error', () => client.destroy());
    const first = turn++;
    const attempt = (failures: number) => {
      if (failures === ports.length) return void client.destroy();
      const port = ports[(first + failures) % ports.length] as number;
      const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
      upstream.once('error', () => attempt(failures + 1));
      upstream.once('connect', () => {
        keep(upstream);
        upstream.removeAllListeners('error');
        upstream.on('error', () => client.destroy());
        client.once('close', () => upstream.destroy());
        upstream.once('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
      });
    };
    attempt(0);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as { port: number }).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}
