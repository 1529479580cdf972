import { execFileSync } from 'node:child_process';

const REPOSITORY = 'https://github.com/parcelyard/parcelyard';

export interface Source {
  readonly uri: string;
  readonly commit: string;
  readonly date: Date;
  /** The reasons why the build cannot be reproduced. */
  readonly faults: readonly string[];
}

/** Reads Git's data of the checkout. SOURCE_REPOSITORY is the source's public address. */
export function readSource(root: string): Source {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain');
  return {
    uri: process.env.SOURCE_REPOSITORY ?? REPOSITORY,
    commit: git('rev-parse', 'HEAD'),
    date: new Date(Number(git('log', '-1', '--format=%ct')) * 1000),
    faults: changed === '' ? [] : [`The checkout has uncommitted changes:\n${changed}`],
  };
}
