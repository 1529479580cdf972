import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parcelyard/testing/free-ports';
import { answerTo } from '@parcelyard/testing/wire/answer-to';
import { type Command, readCommand } from '@parcelyard/testing/wire/read-command';
import { startWireProxy } from '@parcelyard/testing/wire/start-wire-proxy';
import { MongoClient } from 'mongodb';
import { startProgram } from './start-program';

/**
 * One of auth's databases: a separate engine behind a proxy. The proxy counts statements, and can answer in place of
 * the engine.
 */
export interface AuthDatabase {
  /** The address through the proxy. */
  readonly uri: string;
  /**
   * Reads and writes of documents since the last call of `forget`, such as `parcelyard_auth.tokens findAndModify
   * tokenHash`.
   */
  statements(): readonly string[];
  forget(): void;
  /** Accepts commands without answering them, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /**
   * Sets whether the proxy answers like a replica set member that is no longer primary. Clients connect directly to the
   * proxy, so they do not search for another primary.
   */
  elect(underWay: boolean): void;
  hasOwner(email: string): Promise<boolean>;
  stop(): Promise<void>;
}

const NOT_PRIMARY = { ok: 0, code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };

export async function startAuthDatabase(): Promise<AuthDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'parcelyard-auth-'));
  const port = await freePort();
  const engine = await startProgram('embedded-mongo', {
    EMBEDDED_MONGO_DATA_DIR: folder,
    EMBEDDED_MONGO_PORT: String(port),
  });
  let seen: Command[] = [];
  let isElecting = false;
  const proxy = await startWireProxy({ host: '127.0.0.1', port }, 0, () => ({
    asked: (message) => {
      const command = readCommand(message);
      if (!command || command.kind === 'other') return undefined;
      seen.push(command);
      return isElecting ? answerTo(message, NOT_PRIMARY) : undefined;
    },
  }));
  const own = await MongoClient.connect(String(engine.ready().uri));
  return {
    uri: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true&retryWrites=false`,
    statements: () => seen.map(({ shape }) => shape.trim()),
    forget: () => {
      seen = [];
    },
    freeze: () => engine.signal('SIGSTOP'),
    thaw: () => engine.signal('SIGCONT'),
    elect: (underWay) => {
      isElecting = underWay;
    },
    hasOwner: async (email) =>
      (await own.db('parcelyard_auth').collection('accounts').findOne({ 'users.email': email })) !== null,
    stop: async () => {
      await own.close();
      await proxy.stop();
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
