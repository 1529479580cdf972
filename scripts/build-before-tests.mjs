import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The programs that scenarios run, and a place for the stack that many of them share. */
export default function buildBeforeTests() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  process.env.SHARED_STACK = mkdtempSync(join(tmpdir(), 'parcelyard-shared-'));
}
