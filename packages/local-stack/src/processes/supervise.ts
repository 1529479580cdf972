import { type ChildProcess, spawn } from 'node:child_process';
import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Logger } from '@parcelyard/service-kit/logger';

export interface Supervised {
  readonly name: string;
  readonly pid: number;
  /** Sends SIGTERM, and SIGKILL after the grace time; resolves when the process has ended. */
  stop(): Promise<void>;
}

interface Options {
  name: string;
  command: string;
  args: readonly string[];
  /**
   * Returns the environment for one start of the process, because a restarted process may need another environment.
   * `start` is the number of earlier starts.
   */
  environment(start: number): Record<string, string>;
  /** Resolves when the process serves; may read its output. */
  ready(child: ChildProcess): Promise<void>;
  /** Called when a killed process was replaced and serves again. */
  onReplaced(): void;
  logger: Logger;
  /** Whether to open an IPC channel, by which the started process notices that its supervisor died. */
  ipc: boolean;
}

const STOP_GRACE_MS = 20_000;
const PAUSES = { firstMs: 50, maxMs: 2_000 };
/** A process that ran longer than this many milliseconds before it ended is not in a crash loop. */
const STABLE_MS = 10_000;

/**
 * Starts a process and keeps it running.
 * @throws Error with the process's own reason when its first start fails
 */
export async function supervise(options: Options): Promise<Supervised> {
  const { name, logger } = options;
  let stopping = false;
  let starts = 0;
  let failures = 0;
  let current: { child: ChildProcess; ended: Promise<void> };
  let restarting: NodeJS.Timeout | undefined;

  const start = async () => {
    const startedAt = Date.now();
    const stderr = createTail();
    const child = spawn(options.command, [...options.args], {
      env: options.environment(starts++),
      stdio: ['ignore', 'pipe', 'pipe', ...(options.ipc ? (['ipc'] as const) : [])],
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr.add(chunk);
      process.stderr.write(chunk);
    });
    let serves = false;
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    current = { child, ended };
    const died = ended.then(() => {
      throw new Error(`${name} ended while it started: ${failureReason(child, stderr.text())}`);
    });
    await Promise.race([options.ready(child), died]).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    died.catch(() => undefined);
    serves = true;
    void ended.then(() => {
      if (stopping || !serves) return;
      logger.warn(
        { process: name, exitCode: child.exitCode, signal: child.signalCode },
        'ended; is restarted',
      );
      failures = Date.now() - startedAt > STABLE_MS ? 0 : failures + 1;
      restartSoon();
    });
  };

  const restartSoon = () => {
    restarting = setTimeout(
      () => {
        start().then(
          () => (stopping ? undefined : options.onReplaced()),
          (error: unknown) => {
            if (stopping) return;
            logger.error({ process: name, err: error }, 'restart failed');
            failures += 1;
            restartSoon();
          },
        );
      },
      exponentialBackoff(failures, PAUSES),
    );
  };

  await start();
  return {
    name,
    get pid() {
      return current.child.pid ?? 0;
    },
    stop: async () => {
      stopping = true;
      clearTimeout(restarting);
      const { child, ended } = current;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await ended;
      clearTimeout(giveUp);
    },
  };
}

function createTail() {
  let text = '';
  return {
    add: (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-8_192);
    },
    text: () => text,
  };
}

/** Returns why a process ended, in one line: its last error if it printed one, otherwise its exit code or signal. */
function failureReason(child: ChildProcess, stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.map(errorOf).filter((line) => line !== undefined);
  return errors.at(-1) ?? lines.at(-1) ?? child.signalCode ?? `exit code ${child.exitCode}`;
}

function errorOf(line: string): string | undefined {
  if (line.startsWith('{')) {
    try {
      const { err, msg } = JSON.parse(line) as { err?: { message?: string }; msg?: string };
      return err?.message ?? msg;
    } catch {
      return undefined;
    }
  }
  return /^(?:\w*Error(?: \[\w+\])?|Uncaught): (.*)$/.exec(line)?.[1];
}
