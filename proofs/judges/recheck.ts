import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findRegularExpressions } from '@parcelyard/testing/find-regular-expressions';
import type { Judge } from '../judge';

const VERSION = '4.5.0';
const TIMEOUT_MS = 20_000;
const LIST = 'e2e/architecture/checked-patterns.json';

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string; readonly summary: string };
}

interface Recheck {
  check(pattern: string, flags: string, options: { timeout: number }): Promise<Diagnostics>;
}

/** Checks all patterns. If none has a finding, writes the list with which `make test` compares the patterns. */
export const recheck: Judge = {
  name: 'recheck',
  proves:
    'The time of each regular expression of the product grows at most linearly with the length of its text.',
  needs: [],
  judge: async (workshop) => {
    const folder = await workshop.npm([`recheck@${VERSION}`]);
    const { check } = createRequire(join(folder, 'package.json'))('recheck') as Recheck;
    const faults: string[] = [];
    const literals: string[] = [];
    for (const { text, file, literal } of findRegularExpressions(process.cwd())) {
      if (!literal) continue;
      const { status, complexity } = await check(literal.pattern, literal.flags, { timeout: TIMEOUT_MS });
      if (status === 'safe') literals.push(text);
      else faults.push(`${file}: ${text} is ${status} (${complexity?.summary ?? 'no answer in time'})`);
    }
    if (faults.length === 0) writeList(literals.sort());
    return { version: VERSION, checked: literals.length + faults.length, faults };
  },
};

function writeList(literals: readonly string[]): void {
  const { made } = JSON.parse(readFileSync(LIST, 'utf8'));
  writeFileSync(LIST, `${JSON.stringify({ literals, made }, null, 2)}\n`);
}
