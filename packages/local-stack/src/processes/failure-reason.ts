import type { ChildProcess } from 'node:child_process';

/** Why a process ended, in one line: its last error where it told one, else how it ended. */
export function failureReason(child: ChildProcess, stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const told = lines.map(errorOf).filter((line) => line !== undefined);
  return told.at(-1) ?? lines.at(-1) ?? child.signalCode ?? `exit code ${child.exitCode}`;
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
