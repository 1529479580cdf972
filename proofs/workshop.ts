import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const OUTPUT_LIMIT = 64 * 1024 * 1024;

export interface RunOptions {
  /** The folder in which the program runs; the workshop's folder when absent. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Milliseconds until the program is killed together with its child processes (300,000). */
  readonly timeout?: number;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder where a judge fetches its tools and works. It is not removed, so a second run fetches nothing. */
export interface Workshop {
  readonly folder: string;
  /** Runs a program and returns its output. Throws with the program's last output when it fails. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<string>;
  /** Runs a program whose failure is a result, not an error. */
  attempt(program: string, args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /**
   * Creates a separate Python environment with these packages (`name==version`). Returns the environment's folder of
   * programs.
   */
  python(packages: readonly string[]): Promise<string>;
  /** Installs npm packages separately from the project's. Returns the folder that has `node_modules`. */
  npm(packages: readonly string[]): Promise<string>;
  /** Builds a Go program from a module (`path@version`). Returns the program's path. */
  go(module: string): Promise<string>;
}

export function openWorkshop(folder: string): Workshop {
  mkdirSync(folder, { recursive: true });
  const attempt = (program: string, args: readonly string[], options: RunOptions = {}) =>
    execute(program, args, { folder, ...options });
  const run = async (program: string, args: readonly string[], options?: RunOptions) => {
    const { code, stdout, stderr } = await attempt(program, args, options);
    if (code !== 0)
      throw new Error(
        `${program} ${args[0] ?? ''} ended with code ${code}: ${(stderr || stdout).slice(-2000)}`,
      );
    return stdout;
  };
  return {
    folder,
    attempt,
    run,
    python: async (packages) => {
      const programs = join(folder, 'venv/bin');
      const pip = join(programs, 'pip');
      // A run that was stopped may have left an environment without pip.
      if (!existsSync(pip)) await run('python3', ['-m', 'venv', '--clear', 'venv']);
      await run(pip, ['install', '--quiet', '--disable-pip-version-check', ...packages]);
      return programs;
    },
    npm: async (packages) => {
      await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', ...packages]);
      return folder;
    },
    go: async (module) => {
      await run('go', ['install', module], { environment: { GOBIN: join(folder, 'bin') } });
      const name = module.replace(/@.*$/, '').replace(/\/v\d+$/, '');
      return join(folder, 'bin', name.slice(name.lastIndexOf('/') + 1));
    },
  };
}

export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function execute(program: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.folder,
      env: { ...process.env, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const killGroup = () => child.pid && process.kill(-child.pid, 'SIGKILL');
    const timer = setTimeout(killGroup, options.timeout ?? 300_000);
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        if (printed[name].length < OUTPUT_LIMIT) printed[name] += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: signal ? 128 : (code ?? 1), ...printed });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
