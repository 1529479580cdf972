import { execFileSync } from 'node:child_process';

export interface Checkout {
  readonly name: string;
  readonly folder: string;
  /** The commit; a plus follows it when files differ from the commit. */
  readonly commit: string;
}

/** Returns the checkouts to measure: first the base build (`BENCH_BASE`) if it is set, then this checkout. */
export function checkouts(base = process.env.BENCH_BASE): Checkout[] {
  const folders = [...(base ? [['base', base] as const] : []), ['now', process.cwd()] as const];
  return folders.map(([name, folder]) => ({ name, folder, commit: commitOf(folder) }));
}

function commitOf(folder: string): string {
  try {
    const options = { encoding: 'utf8' as const, stdio: 'pipe' as const };
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], options).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
