import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The JSON line `{"ready":true,…}` that a program of ours prints on stdout when it serves. */
export function readyLine(child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const message = JSON.parse(line) as Record<string, unknown>;
      if (message.ready === true) resolve(message);
    });
  });
}
