import { setTimeout as pause } from 'node:timers/promises';
import type { CommandCounter, SeenCommand } from '@parcelyard/testing/wire/start-command-counter';

export interface IdleWork {
  /** Commands in a second. */
  readonly reads: number;
  readonly writes: number;
  /**
   * True when a worker, and no call, caused this command: it searched for due work of all accounts and found none, like
   * the commands of an idle stack. A command that a call causes names the call's account.
   */
  isIdleQuery(command: SeenCommand): boolean;
}

/**
 * The length of a window in which commands are counted. A worker never waits longer than this between two queries for
 * due work.
 */
const WINDOW_MS = 15_000;
const MAX_WINDOWS = 6;

/**
 * Counts the commands in one window after another, until the start-up has ended. It has ended when a window has no new
 * kind of command, and no fewer commands than the window before. Then the counts of the window before are returned.
 */
export async function watchIdleWork({ seen }: CommandCounter): Promise<IdleWork> {
  const known = new Set<string>();
  let before: readonly SeenCommand[] | undefined;
  for (let left = MAX_WINDOWS; ; left -= 1) {
    const from = seen.length;
    await pause(WINDOW_MS);
    const now = seen.slice(from).filter(({ kind }) => kind !== 'other');
    const isNew = now.some(({ shape }) => !known.has(shape));
    for (const { shape } of now) known.add(shape);
    const isNoLess = before !== undefined && now.length >= before.length;
    if ((isNoLess && !isNew) || left === 1) return idleWork(isNoLess && before ? before : now, known);
    before = now;
  }
}

function idleWork(commands: readonly SeenCommand[], known: ReadonlySet<string>): IdleWork {
  const rate = (kind: string) => (commands.filter((one) => one.kind === kind).length * 1_000) / WINDOW_MS;
  return {
    reads: rate('read'),
    writes: rate('write'),
    isIdleQuery: ({ shape, found }) => found === false && known.has(shape) && !shape.includes('accountId'),
  };
}

export const keyOf = ({ database, collection, name }: SeenCommand): string =>
  `${[database.replace('parcelyard_', ''), collection].filter(Boolean).join('.')} ${name}`;

export function countBy<T>(list: readonly T[], key: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}
