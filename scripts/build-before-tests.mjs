import { execFileSync } from 'node:child_process';

export default function buildBeforeTests() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
