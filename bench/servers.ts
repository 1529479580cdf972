import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parcelyard/testing/free-ports';
import type { Checkout } from './checkouts';
import type { Addresses } from './fixture';
import { answers, readJson, startProgram } from './start-program';

export interface Stack {
  /** The id of the process that started all other processes of the stack. */
  readonly pid: number;
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly mongoUri: string;
  /** The fastest connection to the engine from another process. */
  readonly mongoSocketUri: string;
  readonly at: Addresses;
  readonly file: StackFile;
}

export interface StackFile {
  baseUrl: string;
  mcpUrl: string;
  services: Record<string, { pid: number; grpc?: string }>;
  engines: {
    mongo: { uri: string; socketUri?: string; pid?: number };
    nats: { url?: string; pid?: number };
  };
}

/**
 * Starts the product as `make up` runs it, on its own data, which is removed afterwards.
 * @param checkout whose build runs
 * @param core on which all its processes run
 */
export async function withStack<Result>(
  environment: Record<string, string>,
  work: (stack: Stack) => Promise<Result>,
  checkout = process.cwd(),
  core?: number,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parcelyard-bench-'));
  const ready = join(dataDir, 'stack.json');
  const variables = { ...environment, PORT: String(await freePort()), DATA_DIR: dataDir };
  const file = join(checkout, 'dist/local-stack.mjs');
  const program = await startProgram(file, variables, () => existsSync(ready), core);
  try {
    const stackFile = readJson<StackFile>(ready) as StackFile;
    const { baseUrl, mcpUrl, services, engines } = stackFile;
    const mongoUri = engines.mongo.uri;
    const grpc = (service: string) => services[service]?.grpc as string;
    const at = { auth: grpc('auth'), billing: grpc('billing'), orders: grpc('orders'), mongoUri };
    return await work({
      pid: program.pid,
      dataDir,
      baseUrl,
      mcpUrl,
      mongoUri,
      at,
      file: stackFile,
      mongoSocketUri: engines.mongo.socketUri ?? mongoUri,
    });
  } finally {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export function withStacks<Result>(
  checkouts: readonly Checkout[],
  environment: Record<string, string>,
  work: (stacks: readonly Stack[]) => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = checkouts;
  if (!first) return work([]);
  return withStack(
    environment,
    (stack) => withStacks(others, environment, (rest) => work([stack, ...rest])),
    first.folder,
  );
}

export async function withPeer<Result>(
  environment: Record<string, string>,
  work: (url: string, pid: number) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const variables = { ...environment, PORT: String(port) };
  const program = await startProgram('dist/bench-peer.mjs', variables, () => answers(url));
  try {
    return await work(url, program.pid);
  } finally {
    await program.stop();
  }
}
