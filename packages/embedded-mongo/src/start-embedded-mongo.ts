import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { commandRunner } from './commands/run-command';
import { Engine } from './engine';
import type { FreeBytes } from './storage/free-space';
import { lockDirectory } from './storage/lock-file';
import { serveConnection } from './wire/connection';

export interface EmbeddedMongoOptions {
  /** Created when missing. Only one process may use it at a time. */
  dataDir: string;
  /** The port; 0 or absent means a free port. */
  port?: number;
  /** The host; 127.0.0.1 when absent. */
  host?: string;
  /** An additional Unix socket. For processes on this machine, a command costs a quarter less than over TCP. */
  socketPath?: string | undefined;
  /** Whether a write is answered only when it is on disk; true when absent. */
  fsync?: boolean;
  /** The clock for indexes that expire documents. */
  now?: () => Date;
  /** How often expired documents and cursors are removed, in milliseconds; a minute when absent. */
  sweepInterval?: number;
  /** Replaces the file system's free space, for tests. */
  freeBytes?: FreeBytes;
}

export interface EmbeddedMongo {
  uri: string;
  /** The URI for the Unix socket, if there is one. */
  socketUri?: string;
  port: number;
  stop(): Promise<void>;
}

/** Starts a server that uses MongoDB's wire protocol, on a data directory. Throws when the directory is in use. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { dataDir, port = 0, host = '127.0.0.1', socketPath, fsync, now = () => new Date() } = options;
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockDirectory(dataDir);
  const engine = new Engine({ dataDir, fsync, now, freeBytes: options.freeBytes });
  const sockets = new Set<Socket>();
  const server = createServer();
  const local = socketPath === undefined ? undefined : createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    if (local) await listenOnSocket(local, socketPath as string);
  } catch (error) {
    server.close();
    await engine.storage.close();
    unlock();
    throw error;
  }
  const bound = (server.address() as AddressInfo).port;
  const address = `${host.includes(':') ? `[${host}]` : host}:${bound}`;
  const run = commandRunner(engine);
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, run);
  };
  server.on('connection', accept);
  local?.on('connection', accept);
  const sweeper = setInterval(
    // Errors, such as those of a full disk, are ignored here. Clients that write get the error of a full disk
    // themselves, and expired documents are removed when there is space again.
    () => void engine.sweep().catch(() => undefined),
    options.sweepInterval ?? 60_000,
  );
  return {
    uri: `mongodb://${address}/?retryWrites=false`,
    ...(socketPath !== undefined && {
      socketUri: `mongodb://${encodeURIComponent(socketPath)}/?retryWrites=false`,
    }),
    port: bound,
    stop: async () => {
      clearInterval(sweeper);
      const closed = Promise.all([server, ...(local ? [local] : [])].map(closing));
      for (const socket of sockets) socket.destroy();
      await closed;
      await engine.storage.close();
      unlock();
    },
  };
}

/**
 * Removes an existing socket file first. This process has the directory's lock, so the file belongs to a dead process.
 */
async function listenOnSocket(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
}

function closing(server: Server): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve));
}
