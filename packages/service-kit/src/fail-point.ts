import { readFileSync, rmSync } from 'node:fs';

/**
 * Ends the process at a named place, so that fault tests can show what a crash right there leaves behind. Armed by
 * `FAIL_POINT` in the environment of one process; nothing in production sets it.
 */
export type FailPoint = (name: string) => void;

/** @param armed the place, or `@` and a file that names it: each time that something is written there, one process dies */
export function createFailPoint(armed: string | undefined): FailPoint {
  if (!armed) return () => undefined;
  const isHere = armed.startsWith('@') ? takenFrom(armed.slice(1)) : (name: string) => name === armed;
  return (name) => {
    if (isHere(name)) process.kill(process.pid, 'SIGKILL');
  };
}

function takenFrom(file: string) {
  return (name: string): boolean => {
    try {
      if (readFileSync(file, 'utf8') !== name) return false;
      // Of two that come here together, one removes it and dies.
      rmSync(file);
      return true;
    } catch {
      return false;
    }
  };
}
