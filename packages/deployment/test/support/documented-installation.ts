import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fencedBlocks } from '@parcelyard/testing/fenced-blocks';
import { root } from './helm';

const page = readFileSync(join(root, 'docs/deploying.md'), 'utf8');
const kubernetes = page.slice(0, page.indexOf('## One machine'));
const blocks = (language: string) => fencedBlocks(kubernetes, language);

/** `my-values.yaml` of docs/deploying.md. */
export const myValues = blocks('yaml').find((block) => block.startsWith('# my-values.yaml')) as string;

export interface DocumentedCall {
  readonly program: string;
  readonly words: readonly string[];
}

const PROGRAMS = ['kubectl', 'helm', 'docker', 'make'];

/**
 * Runs every command of docs/deploying.md in one shell, with stand-ins for the programs. Returns the calls of the
 * programs, in order. Variables and functions of the shell are replaced by their values in these calls.
 */
export function documentedCalls(): readonly DocumentedCall[] {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-install-'));
  try {
    const record = join(folder, 'calls');
    for (const program of PROGRAMS) {
      const stub = `#!/bin/sh\nprintf '%s\\n' '${program}' "$@" '' >> '${record}'\n`;
      writeFileSync(join(folder, program), stub);
      chmodSync(join(folder, program), 0o755);
    }
    const { status, stderr } = spawnSync('bash', ['-euc', blocks('').join('\n')], {
      cwd: root,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The page's commands end with ${status}: ${stderr}`);
    return readFileSync(record, 'utf8')
      .split('\n\n')
      .filter((call) => call !== '')
      .map((call) => {
        const [program = '', ...words] = call.split('\n');
        return { program, words };
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
