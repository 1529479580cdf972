import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const PUBLINT = '0.3.25';
const ARE_THE_TYPES_WRONG = '0.18.5';

/** Checks the client package that a running server serves, with two programs that judge npm packages. */
export const clientPackage: Judge = {
  name: 'client-package',
  proves: 'Every resolver finds the TypeScript client and its types, and nothing contradicts its manifest.',
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([`publint@${PUBLINT}`, `@arethetypeswrong/cli@${ARE_THE_TYPES_WRONG}`]);
    const file = join(folder, 'client.tgz');
    const content = await withStack(async ({ baseUrl }) => {
      const response = await fetch(`${baseUrl}/public/client.tgz`);
      return Buffer.from(await response.arrayBuffer());
    });
    writeFileSync(file, content);
    const looks: readonly (readonly [string, ...string[]])[] = [
      ['publint', file, '--strict'],
      // The profile allows packages with only ES modules, because from Node 20.19 on, `require` accepts ES modules.
      ['attw', file, '--profile', 'esm-only', '--format', 'ascii', '--no-color'],
    ];
    const faults: string[] = [];
    for (const [program, ...words] of looks) {
      const outcome = await workshop.attempt(join(folder, 'node_modules/.bin', program), words);
      if (outcome.code !== 0) faults.push(`${program}: ${(outcome.stdout + outcome.stderr).trim()}`);
    }
    const version = `publint ${PUBLINT}, attw ${ARE_THE_TYPES_WRONG}`;
    return { version, checked: looks.length, faults };
  },
};
