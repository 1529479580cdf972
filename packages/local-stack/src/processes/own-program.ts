import { join } from 'node:path';
import type { Logger } from '@parcelyard/service-kit/logger';
import { readyLine } from './ready-line';
import { type Supervised, supervise } from './supervise';

interface Options {
  name: string;
  programsDir: string;
  environment: Record<string, string>;
  onReplaced(): void;
  logger: Logger;
}

/** Environment variables that any Node process needs. */
const NODE_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_EXTRA_CA_CERTS'];

/**
 * Starts and supervises one of our built programs in its own process. A fail point that was given by name is passed
 * only to the first start. Otherwise the restarted program would end at the same point again.
 */
export function superviseOwnProgram({
  name,
  programsDir,
  environment,
  onReplaced,
  logger,
}: Options): Promise<Supervised> {
  const inherited = Object.fromEntries(
    NODE_VARIABLES.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]])),
  );
  return supervise({
    name,
    command: process.execPath,
    args: [join(programsDir, `${name}.mjs`)],
    environment: (start) => {
      const given: Record<string, string> = { ...inherited, ...environment };
      if (start > 0 && !given.FAIL_POINT?.startsWith('@')) delete given.FAIL_POINT;
      return given;
    },
    ready: async (child) => void (await readyLine(child)),
    onReplaced,
    logger,
    ipc: true,
  });
}
