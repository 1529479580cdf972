import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Resolves to the JSON line `{"ready":true,…}` that our programs print on stdout when they serve. */
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
