import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(__dirname, '../..');

/** Another person's project that has the client and no other code of ours. */
export interface InstalledClient {
  readonly folder: string;
  /** Runs a module in that project under plain Node. @returns its output */
  run(text: string, environment: Record<string, string>): Promise<string>;
  runFile(path: string, environment: Record<string, string>): Promise<string>;
  /**
   * Checks modules with the compiler.
   * @returns the compiler's messages; empty when there are none
   */
  check(modules: Readonly<Record<string, string>>, compilerOptions: Record<string, unknown>): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Installs the client in another person's project.
 * @param address from which a server serves the client
 * @param commands that install the client from that address, such as the commands of its README
 */
export async function installClient(
  address: string,
  commands = `npm install --silent --no-audit --no-fund ${address}`,
): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'parcelyard-client-'));
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  await write('package.json', { name: 'shop', private: true, type: 'module' });
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, BASE_URL: new URL(address).origin };
  await run('sh', ['-e', '-c', commands], { cwd: folder, env });
  const node = async (file: string, environment: Record<string, string>) => {
    const env = { PATH: process.env.PATH, ...environment };
    return (await run(process.execPath, [file], { cwd: folder, env, timeout: 180_000 })).stdout;
  };
  return {
    folder,
    run: async (text, environment) => {
      await writeFile(join(folder, 'main.mjs'), text);
      return node('main.mjs', environment);
    },
    runFile: async (path, environment) => {
      await cp(path, join(folder, 'flow.mjs'));
      return node('flow.mjs', environment);
    },
    check: async (modules, compilerOptions) => {
      for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, name), text);
      const options = { target: 'es2022', strict: true, noEmit: true, exactOptionalPropertyTypes: true };
      const config = { compilerOptions: { ...options, ...compilerOptions }, files: Object.keys(modules) };
      await write('tsconfig.json', config);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      return run(process.execPath, [tsc, '-p', folder]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
