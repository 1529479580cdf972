import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';

/** On a busy machine, the start takes minutes, because eight processes compile their programs at once. */
const START_PATIENCE_MS = 180_000;

/** The file that the local stack writes when it is ready (`stack.json`). */
export interface StackFile {
  baseUrl: string;
  mcpUrl: string;
  demo: { accountId: number; email: string; password: string; accessToken: string };
  mailDir: string;
  services: Record<string, { pid: number; grpc: string }>;
  engines: {
    mongo: { kind: string; uri: string; pid?: number };
    nats: { kind: string; url?: string; pid?: number };
  };
}

/** The methods of a stack for scenarios that must not stop or kill the stack. */
export interface RunningStack {
  readonly dataDir: string;
  /** Reads the file again each time, because a supervisor rewrites it when it restarts a service. */
  file(): StackFile;
}

export interface Stack extends RunningStack {
  /** Sends SIGTERM to the stack, and waits until all its processes have ended. */
  stop(): Promise<void>;
  remove(): Promise<void>;
  /** Ends the whole stack at once, as a power cut would. */
  kill(): Promise<void>;
  restart(environment?: Record<string, string>): Promise<void>;
  /**
   * The next process that reaches this fail point ends there. Needs a stack with `SPLIT`, because other stacks do not
   * start the ended process again.
   */
  failAt(point: string): void;
  output(): string;
}

/**
 * Starts the built stack on a free port with its own data, as `make up` does.
 * @param checkout the folder whose `dist` has the programs; by default the current folder
 */
export async function startStack(
  environment: Record<string, string> = {},
  checkout = process.cwd(),
): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parcelyard-e2e-'));
  const failPointFile = join(dataDir, 'fail-point');
  const port = await freePort();
  let printed = '';
  let child: ChildProcess;

  const start = async (extra: Record<string, string>) => {
    const inherited = { PATH: process.env.PATH, HOME: process.env.HOME };
    child = spawn(process.execPath, [join(checkout, 'dist/local-stack.mjs')], {
      cwd: checkout,
      env: {
        ...inherited,
        PORT: String(port),
        DATA_DIR: dataDir,
        ...(environment.SPLIT && { FAIL_POINT: `@${failPointFile}` }),
        LOG_LEVEL: 'warn',
        ...environment,
        ...extra,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
    const isReady = async () => {
      if (!existsSync(join(dataDir, 'stack.json')))
        throw new Error(`The stack is not ready; its exit code is ${child.exitCode}.\n${printed}`);
      const answer = await fetch(`${readStack(dataDir).baseUrl}/mcp`);
      if (answer.status !== 405) throw new Error(`GET /mcp answered ${answer.status}`);
    };
    await eventually(isReady, START_PATIENCE_MS).catch(async (error) => {
      await end('SIGKILL', true);
      throw error;
    });
  };
  const end = async (signal: NodeJS.Signals, wholeGroup: boolean) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    process.kill(wholeGroup ? -(child.pid as number) : (child.pid as number), signal);
    await ended;
  };

  await start({});
  return {
    dataDir,
    file: () => readStack(dataDir),
    stop: () => end('SIGTERM', false),
    remove: async () => {
      await end('SIGTERM', false);
      await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL', true),
    restart: async (extra = {}) => {
      await end('SIGTERM', false);
      await rm(join(dataDir, 'stack.json'), { force: true });
      await start(extra);
    },
    failAt: (point) => {
      // The name is first written to another file. This file is then renamed, so that no process reads an incomplete
      // name.
      writeFileSync(`${failPointFile}.new`, point);
      renameSync(`${failPointFile}.new`, failPointFile);
    },
    output: () => printed,
  };
}

export function readStack(dataDir: string): StackFile {
  return JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as StackFile;
}
