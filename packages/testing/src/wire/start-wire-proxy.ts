import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How the messages of one connection are handled. */
export interface WireListener {
  /**
   * Called with a whole message from the client. If it returns an answer, the client gets this answer, and the database
   * does not get the message.
   */
  asked(message: Buffer): Buffer | undefined;
  /** Returns a promise that must resolve before `asked` gets the message; undefined when the message need not wait. */
  held?(message: Buffer): Promise<void> | undefined;
  /** Returns the message that the database gets in place of the client's message. */
  passOn?(message: Buffer): Buffer;
  answered?(message: Buffer): void;
}

export interface WireProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy between clients and a database with MongoDB's wire protocol. On each connection, the proxy passes on
 * the messages one after the other.
 * @param port the port on 127.0.0.1; 0 means a free port
 */
export async function startWireProxy(
  target: { host: string; port: number },
  port: number,
  listen: () => WireListener,
): Promise<WireProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect({ ...target, noDelay: true });
    client.setNoDelay(true);
    const listener = listen();
    const take = (message: Buffer) => {
      const answer = listener.asked(message);
      if (answer) client.write(answer);
      else database.write(listener.passOn?.(message) ?? message);
    };
    join(client, database, (message) => {
      const held = listener.held?.(message);
      // A MongoDB driver sends one command at a time on a connection, so no message overtakes this message.
      if (held) void held.then(() => !client.destroyed && take(message));
      else take(message);
    });
    join(database, client, (message) => {
      listener.answered?.(message);
      client.write(message);
    });
    for (const socket of [client, database]) sockets.add(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function join(from: Socket, to: Socket, take: (message: Buffer) => void): void {
  let unread: Buffer = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    // Each message begins with its length.
    while (unread.length >= 4 && unread.length >= unread.readInt32LE(0)) {
      const size = unread.readInt32LE(0);
      take(unread.subarray(0, size));
      unread = unread.subarray(size);
    }
  });
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}
