import { setTimeout as pause } from 'node:timers/promises';
import type { CommandCounter, SeenCommand } from '@parcelyard/testing/wire/start-command-counter';

/** What a stack does while nobody asks it for anything. */
export interface IdleWork {
  /** Shapes of its commands. */
  readonly shapes: ReadonlySet<string>;
  /** Commands a second by `database.collection command`. */
  readonly perSecond: ReadonlyMap<string, number>;
  readonly reads: number;
  readonly writes: number;
}

const WINDOW_MS = 5_000;
const MAX_WINDOWS = 8;

/** Watches until two windows in a row saw the same kinds of commands: what start-up left to do is then done. */
export async function watchIdleWork({ seen }: CommandCounter): Promise<IdleWork> {
  let before: readonly SeenCommand[] = [];
  for (let left = MAX_WINDOWS; ; left -= 1) {
    const from = seen.length;
    await pause(WINDOW_MS);
    const now = seen.slice(from).filter(({ kind }) => kind !== 'other');
    if ((before.length + now.length > 0 && sameShapes(before, now)) || left === 1)
      return idleWork([...before, ...now], 2 * WINDOW_MS);
    if (left < MAX_WINDOWS && before.length + now.length === 0) return idleWork([], 2 * WINDOW_MS);
    before = now;
  }
}

function idleWork(commands: readonly SeenCommand[], milliseconds: number): IdleWork {
  const counts = countBy(commands, keyOf);
  const rate = (kind: string) => (commands.filter((one) => one.kind === kind).length * 1_000) / milliseconds;
  return {
    shapes: new Set(commands.map(({ shape }) => shape)),
    perSecond: new Map([...counts].map(([key, count]) => [key, (count * 1_000) / milliseconds])),
    reads: rate('read'),
    writes: rate('write'),
  };
}

const sameShapes = (some: readonly SeenCommand[], others: readonly SeenCommand[]): boolean => {
  const shapesOf = (commands: readonly SeenCommand[]) =>
    [...new Set(commands.map(({ shape }) => shape))].sort().join('\n');
  return shapesOf(some) === shapesOf(others);
};

export const keyOf = ({ database, collection, name }: SeenCommand): string =>
  `${database.replace('parcelyard_', '')}.${collection} ${name}`;

export function countBy<T>(list: readonly T[], key: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}
