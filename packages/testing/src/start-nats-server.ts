import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-ports';

export interface NatsServer {
  readonly url: string;
  /** Ends the server with SIGKILL, so the server can neither write to disk nor notify a client. */
  kill(): Promise<void>;
  /** Starts the server again on the same port, with the same data if they were not wiped. */
  restart(): Promise<void>;
  /** Deletes the server's data. Call it only while the server is killed. */
  wipe(): Promise<void>;
  /** Returns the number of client subscriptions that the server has at this moment. */
  countSubscriptions(): Promise<number>;
  /** Returns how many messages of a stream this server itself stores. */
  countStored(stream: string): Promise<number>;
  /** Stops the server permanently, and removes its files. */
  stop(): Promise<void>;
}

interface Options {
  /** Flags in addition to port and store, for example a server name or a configuration file. */
  flags?: readonly string[];
  program?: string;
  port?: number;
}

/** The streams that `/jsz` reports for a server. */
interface Storage {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly {
      readonly name: string;
      readonly state: { readonly messages: number };
    }[];
  }[];
}

/** @throws Error that says how to install nats-server when it is not on this machine */
export async function startNatsServer(options: Options = {}): Promise<NatsServer> {
  const { flags = [], program = findNatsServer() } = options;
  const [port, monitorPort] = [options.port ?? (await freePort()), await freePort()];
  const storeDir = await mkdtemp(join(tmpdir(), 'parcelyard-nats-'));
  let server = await launch(program, port, monitorPort, storeDir, flags);

  const monitor = async (path: string) => (await fetch(`http://127.0.0.1:${monitorPort}${path}`)).json();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  const killWithTest = () => server.kill('SIGKILL');
  process.once('exit', killWithTest);
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill();
      server = await launch(program, port, monitorPort, storeDir, flags);
    },
    wipe: () => rm(storeDir, { recursive: true, force: true }),
    countSubscriptions: async () => {
      const { connections } = (await monitor('/connz')) as { connections: { subscriptions: number }[] };
      return connections.reduce((sum, { subscriptions }) => sum + subscriptions, 0);
    },
    countStored: async (stream) => {
      const { account_details = [] } = (await monitor('/jsz?streams=true')) as Storage;
      const streams = account_details.flatMap(({ stream_detail = [] }) => stream_detail);
      return streams.find(({ name }) => name === stream)?.state.messages ?? 0;
    },
    stop: async () => {
      process.off('exit', killWithTest);
      await kill();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
}

/** Returns the path of the program, on PATH or in Debian's folder. */
export function findNatsServer(path = `${process.env.PATH ?? ''}${delimiter}/usr/sbin`): string {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, 'nats-server');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // The program is not in this folder, so the next folder is tried.
    }
  }
  throw new Error(
    'This test needs a real NATS server and found no nats-server. Run: apt-get install nats-server',
  );
}

/** Resolves when the server accepts connections and JetStream has recovered its streams. */
async function launch(
  program: string,
  port: number,
  monitorPort: number,
  storeDir: string,
  more: readonly string[],
): Promise<ChildProcess> {
  const flags = ['-a', '127.0.0.1', '-p', `${port}`, '-m', `${monitorPort}`, '-js', '-sd', storeDir];
  const server = spawn(program, [...flags, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('Server is ready')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`nats-server ended at start:\n${log}`)));
  });
  server.stderr.removeAllListeners('data').resume();
  server.removeAllListeners('exit');
  return server;
}
