/**
 * Ends the process at a named place, so that fault tests can show what a crash right there leaves behind. Armed by
 * `FAIL_POINT=<name>` in the environment of one process; nothing in production sets it.
 */
export type FailPoint = (name: string) => void;

export function createFailPoint(armed: string | undefined): FailPoint {
  if (!armed) return () => undefined;
  return (name) => {
    if (name === armed) process.kill(process.pid, 'SIGKILL');
  };
}
