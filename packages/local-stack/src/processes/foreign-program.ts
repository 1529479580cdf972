import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@parcelyard/service-kit/logger';
import { findProgram } from './find-program';
import { type Supervised, supervise } from './supervise';

interface Options {
  name: string;
  program: string;
  args: readonly string[];
  /** The loopback port on which the program listens when it serves. */
  port: number;
  onReplaced(): void;
  logger: Logger;
}

/**
 * Starts and supervises a program that is not ours. Such a program cannot notice that the stack was killed. So where
 * possible (setpriv of util-linux), the system kills the program when the stack's process ends.
 */
export function superviseForeignProgram(options: Options): Promise<Supervised> {
  const { name, program, args, port, onReplaced, logger } = options;
  const path = process.env.PATH ?? '';
  const setpriv = process.platform === 'linux' ? findProgram('setpriv', path) : undefined;
  return supervise({
    name,
    command: setpriv ?? program,
    args: setpriv ? ['--pdeathsig', 'KILL', program, ...args] : args,
    environment: () => ({ PATH: path, HOME: process.env.HOME ?? '/' }),
    ready: async (child) => {
      while (child.exitCode === null && child.signalCode === null && !(await accepts(port))) await pause(25);
    },
    onReplaced,
    logger,
    ipc: false,
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
