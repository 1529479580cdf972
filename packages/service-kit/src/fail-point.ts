import { readFileSync, rmSync } from 'node:fs';

/**
 * Ends the process at a named point of the code, so that fault tests can check the state after a crash at this point.
 * Set by `FAIL_POINT` in one process's environment; never set in production.
 */
export type FailPoint = (name: string) => void;

/**
 * @param armed the fail point, or `@` and a file that contains the fail point: each write to the file ends one process
 */
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
      // If two processes reach the fail point at the same time, only one of them can remove the file. Only this process
      // ends.
      rmSync(file);
      return true;
    } catch {
      return false;
    }
  };
}
