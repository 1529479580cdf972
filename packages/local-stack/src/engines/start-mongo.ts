import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@parcelyard/service-kit/logger';
import { freePorts } from '@parcelyard/testing/free-ports';
import { findProgram } from '../processes/find-program';
import { superviseForeignProgram } from '../processes/foreign-program';
import { superviseOwnProgram } from '../processes/own-program';
import type { Scope } from '../scope';
import { becomeReplicaSet, SET_NAME } from './become-replica-set';
import { requireWholeStore } from './require-whole-store';
import { startEmbeddedInThread } from './start-embedded-in-thread';

export interface MongoEngine {
  /** `external`: MONGODB_URI. `mongod`: a program on PATH. `embedded`: our own engine. */
  readonly kind: 'external' | 'mongod' | 'embedded';
  readonly uri: string;
  /** A faster URI for processes on this machine: the URI of a Unix socket, if there is one. */
  readonly socketUri?: string;
  /** The process id, if the stack started the engine. */
  readonly pid?: number;
}

interface Options {
  uri: string | undefined;
  dataDir: string;
  programsDir: string;
  /** Runs the embedded engine in its own process, not in a thread. */
  ownProcess: boolean;
  scope: Scope;
  logger: Logger;
  onReplaced(): void;
}

/**
 * Starts or uses the first available engine: MONGODB_URI, a `mongod` on PATH, the embedded engine. If the embedded
 * engine has a folder from an earlier start, a `mongod` on PATH is not used, because it would not have that data.
 */
export async function startMongo(options: Options): Promise<MongoEngine> {
  if (options.uri) return { kind: 'external', uri: options.uri };
  const embeddedDir = join(options.dataDir, 'embedded-mongo');
  const mongod = existsSync(embeddedDir) ? undefined : findProgram('mongod', process.env.PATH);
  return mongod ? startMongod(mongod, options) : startEmbedded(embeddedDir, options);
}

async function startMongod(
  program: string,
  { dataDir, scope, logger, onReplaced }: Options,
): Promise<MongoEngine> {
  const folder = join(dataDir, 'mongod');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [port = 0] = await freePorts(1);
  const listen = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
  const running = await superviseForeignProgram({
    name: 'mongod',
    program,
    args: [
      ...['--dbpath', folder, '--logpath', join(dataDir, 'mongod.log'), '--logappend', ...listen],
      ...['--replSet', SET_NAME, '--setParameter', 'transactionLifetimeLimitSeconds=5'],
    ],
    port,
    onReplaced,
    logger,
  });
  scope.add(running.stop);
  const host = `127.0.0.1:${port}`;
  const uri = `mongodb://${host}/?directConnection=true`;
  await becomeReplicaSet(uri, host);
  return {
    kind: 'mongod',
    uri,
    get pid() {
      return running.pid;
    },
  };
}

async function startEmbedded(
  folder: string,
  { dataDir, programsDir, ownProcess, scope, logger, onReplaced }: Options,
): Promise<MongoEngine> {
  const socketPath = socketPathIn(folder);
  const program = join(programsDir, 'embedded-mongo.mjs');
  await requireWholeStore({ folder, dataDir, program });
  if (!ownProcess) {
    const { uri, socketUri, stop } = await startEmbeddedInThread(program, { dataDir: folder, socketPath });
    scope.add(stop);
    return { kind: 'embedded', uri, ...(socketUri && { socketUri }) };
  }
  // The port is fixed, so that MongoDB drivers find the engine again after a restart.
  const [port = 0] = await freePorts(1);
  const running = await superviseOwnProgram({
    name: 'embedded-mongo',
    programsDir,
    environment: {
      EMBEDDED_MONGO_DATA_DIR: folder,
      EMBEDDED_MONGO_PORT: String(port),
      ...(socketPath && { EMBEDDED_MONGO_SOCKET: socketPath }),
    },
    onReplaced,
    logger,
  });
  scope.add(running.stop);
  return {
    kind: 'embedded',
    uri: `mongodb://127.0.0.1:${port}/${NO_RETRIES}`,
    ...(socketPath && { socketUri: `mongodb://${encodeURIComponent(socketPath)}/${NO_RETRIES}` }),
    get pid() {
      return running.pid;
    },
  };
}

/** Retries are turned off, because the embedded engine does not recognise a repeated write. */
const NO_RETRIES = '?retryWrites=false';

/** The longest path of a Unix socket in bytes, without the final zero byte. */
const MAX_SOCKET_PATH = 103;

/** Returns the path of the socket; undefined on systems without Unix sockets, or if the folder's name is too long. */
function socketPathIn(folder: string): string | undefined {
  const path = join(folder, 'engine.sock');
  return process.platform === 'win32' || Buffer.byteLength(path) > MAX_SOCKET_PATH ? undefined : path;
}
