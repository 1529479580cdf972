import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Command, hasFound, readCommand } from './read-command';

/** An observed command, with the times of request and answer in milliseconds of `performance.now()`. */
export interface SeenCommand extends Command {
  readonly begunAt: number;
  /** Undefined while there is no answer. */
  endedAt?: number;
  /** Whether a document was returned or changed; undefined while there is no answer. */
  found?: boolean;
}

export interface CommandCounter {
  /** Where clients connect instead of the database. */
  readonly uri: string;
  /** All observed commands, in the order of their start. */
  readonly seen: readonly SeenCommand[];
  stop(): Promise<void>;
}

/**
 * A proxy that records every command between clients and a database, from any program or driver. It passes bytes on
 * unchanged and at once.
 * @param uri of a database that listens on one TCP address without TLS
 */
export async function startCommandCounter(uri: string): Promise<CommandCounter> {
  const target = new URL(uri);
  const seen: SeenCommand[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port || 27_017), noDelay: true });
    client.setNoDelay(true);
    const waiting = new Map<number, SeenCommand>();
    const questions = readMessages((message) => {
      const command = readCommand(message);
      if (!command) return;
      const noted: SeenCommand = { ...command, begunAt: performance.now() };
      seen.push(noted);
      if (!command.silent) waiting.set(command.id, noted);
    });
    const answers = readMessages((message) => {
      const answered = message.readInt32LE(8);
      const command = waiting.get(answered);
      if (!command) return;
      command.endedAt = performance.now();
      command.found = hasFound(message);
      waiting.delete(answered);
    });
    join(client, database, questions);
    join(database, client, answers);
    for (const socket of [client, database]) sockets.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // Direct: a replica set member would tell clients to connect to its own address.
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true&retryWrites=false`,
    seen,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function join(from: Socket, to: Socket, look: (chunk: Buffer) => void): void {
  from.on('data', (chunk: Buffer) => {
    look(chunk);
    to.write(chunk);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}

/** Assembles chunks to messages: each begins with its length. */
function readMessages(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  return (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    while (unread.length >= 4 && unread.length >= unread.readInt32LE(0)) {
      const size = unread.readInt32LE(0);
      take(unread.subarray(0, size));
      unread = unread.subarray(size);
    }
  };
}
