import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

const workspace = join(require.resolve('@parcelyard/embedded-mongo/start-embedded-mongo'), '..', '..');
const bundle = join(workspace, 'dist', `engine-under-test.${process.pid}.mjs`);
const running = new Set<RunningEngine>();
let built: Promise<unknown> | undefined;

/** Bundles the program once in a test run. The bundle is inside the workspace, so that it finds its npm packages. */
export async function engineProgram(): Promise<string> {
  built ??= build({
    entryPoints: [join(workspace, 'src', 'main.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  await built;
  return bundle;
}

export interface RunningEngine {
  uri: string;
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts the engine in its own process. If the process exits before it is ready, throws an error with its output. */
export async function runEngine(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningEngine> {
  const child = spawn(process.execPath, [await engineProgram()], {
    env: { PATH: process.env.PATH, EMBEDDED_MONGO_DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([line, exited]);
  if (typeof first[0] !== 'string') throw new Error(complaint);
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  const engine = { uri: JSON.parse(first[0]).uri, kill };
  running.add(engine);
  void exited.then(() => running.delete(engine));
  return engine;
}

export async function stopEngines(): Promise<void> {
  for (const engine of running) await engine.kill('SIGKILL');
}

export async function removeProgram(): Promise<void> {
  await rm(bundle, { force: true });
}
