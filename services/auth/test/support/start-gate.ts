import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Gate {
  readonly uri: string;
  /**
   * `open` forwards bytes. `closed` cuts all connections and refuses new ones. `silent` accepts bytes but sends
   * nothing.
   */
  set(state: 'open' | 'closed' | 'silent'): void;
  stop(): Promise<void>;
}

/** Starts a TCP proxy to a database. A test can close the proxy. */
export async function startGate(target: URL): Promise<Gate> {
  let state: 'open' | 'closed' | 'silent' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (state === 'closed') return client.destroy();
    sockets.add(client);
    const database = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (bytes) => void (state === 'open' && to.write(bytes)));
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const address = new URL(target);
  address.port = String((server.address() as AddressInfo).port);
  return {
    uri: String(address),
    set: (next) => {
      // In the state `silent`, bytes were dropped in the middle of a message. So old connections are cut.
      if (next !== 'silent') cut();
      state = next;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
