import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Builds the programs that scenarios run, and creates a folder for the stack that many scenarios share. */
export default function buildBeforeTests() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  process.env.SHARED_STACK = mkdtempSync(join(tmpdir(), 'parcelyard-shared-'));
}
