import type { Cost } from './count-call';
import type { IdleWork } from './idle-work';

export interface CountedCosts {
  readonly idle: IdleWork;
  readonly calls: ReadonlyMap<string, Cost>;
}

export interface CostRow {
  readonly reads: number;
  readonly writes: number;
  readonly inARow: number;
  readonly rpcs: number;
  /** How often a command is sent, by `database.collection command`. */
  readonly commands: Readonly<Record<string, number>>;
}

export interface CostTable {
  /** The cost of a stack without any calls. */
  readonly idlePerSecond: { readonly reads: number; readonly writes: number };
  readonly calls: Readonly<Record<string, CostRow>>;
}

const tenths = (number: number) => Math.round(number * 10) / 10;

/** Converts counts to the table's form. */
export const toCostTable = ({ idle, calls }: CountedCosts): CostTable => ({
  idlePerSecond: { reads: tenths(idle.reads), writes: tenths(idle.writes) },
  calls: Object.fromEntries([...calls].map(([title, cost]) => [title, rowOf(cost)])),
});

const rowOf = ({ reads, writes, inARow, rpcs, commands }: Cost): CostRow => ({
  reads: tenths(reads),
  writes: tenths(writes),
  inARow,
  rpcs,
  commands: Object.fromEntries([...commands].map(([command, count]) => [command, tenths(count)])),
});

/**
 * The average number of reads, or of writes, of a call may grow by this much. Chance changes the average by less. One
 * more command in every call changes the average by more.
 */
const TOLERANCE = 0.6;
/** The longest chain may grow by this much. Parallel commands look sequential when the machine pauses between them. */
const CHAIN_TOLERANCE = 1;

/** Returns a sentence for each cost that exceeds the row; empty when none does. */
export function growthOf(cost: Cost, row: CostRow): string[] {
  const grown = (what: string, now: number, before: number, tolerance: number) =>
    now > before + tolerance ? [`${what}: ${tenths(now)}, the table has ${before}`] : [];
  const sums = [
    ...grown('reads', cost.reads, row.reads, TOLERANCE),
    ...grown('writes', cost.writes, row.writes, TOLERANCE),
  ];
  const commands = [...cost.commands].flatMap(([command, count]) =>
    grown(command, count, row.commands[command] ?? 0, TOLERANCE / 2),
  );
  return [
    ...(sums.length > 0 ? [...sums, ...commands] : []),
    ...grown('commands in a row before the answer', cost.inARow, row.inARow, CHAIN_TOLERANCE),
    ...grown(`RPCs (${cost.rpcNames.join(', ')})`, cost.rpcs, row.rpcs, 0),
  ];
}
