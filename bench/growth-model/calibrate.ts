import type { Costs, Counts } from './costs';
import { KINDS, type PerKind, perKind } from './kinds';
import { leastSquares } from './least-squares';
import type { MixRun } from './run-mix';

/**
 * For each kind of call, a low rate and a high rate, in calls a second. A mix uses one of the two rates. The step from
 * the low to the high rate adds about the same processor time for every kind.
 */
const LEVELS: PerKind<readonly [low: number, high: number]> = {
  create_order: [1, 7],
  list_orders: [2, 16],
  get_order: [2, 14],
  get_rates: [1, 6],
  buy_label: [0.5, 3],
  batch_label: [1, 4],
  label_file: [0.5, 3.5],
  mark_printed: [0.5, 3.5],
  scan: [1, 7],
};

/**
 * The first row of Plackett and Burman's design of twelve runs. Ten more rows are made by shifting this row. The last
 * row has only low levels.
 */
const FIRST_ROW = [1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0];

/**
 * One mix of calls for each run. Each kind has its high rate in half of the mixes. Any two kinds both have their high
 * rates in a quarter of the mixes.
 */
export const MIXES: readonly PerKind[] = Array.from({ length: 12 }, (_, run) =>
  perKind((kind) => {
    const place = (KINDS.indexOf(kind) + run) % FIRST_ROW.length;
    return LEVELS[kind][run === FIRST_ROW.length ? 0 : (FIRST_ROW[place] as number)] as number;
  }),
);

/**
 * Computes two costs from runs with different mixes: the processor time of one call of each kind, and the processor
 * time that a process uses in each second besides the calls.
 */
export function fitCosts(
  runs: readonly MixRun[],
  counts: PerKind<Counts>,
): Pick<Costs['timed'], 'base' | 'calls'> {
  const names = Object.keys(runs[0]?.processor ?? {});
  const rows = runs.map(({ sent, seconds }) => [...KINDS.map((kind) => sent[kind]), seconds]);
  const fits = names.map((name) => {
    const mayBe = [...KINDS.map((kind) => isTouched(counts[kind], name)), true];
    return [
      name,
      leastSquares(
        rows,
        runs.map(({ processor }) => processor[name] ?? 0),
        mayBe,
      ),
    ] as const;
  });
  const column = (place: number) => fits.map(([name, fit]) => [name, round(fit[place] as number)] as const);
  return {
    base: Object.fromEntries(column(KINDS.length)),
    calls: perKind((kind) => Object.fromEntries(column(KINDS.indexOf(kind)).filter(([, ms]) => ms > 0))),
  };
}

/** True when a call uses the process with this name. A call costs nothing in a process that it does not use. */
function isTouched({ reads, writes, visits, events, answerBytes }: Counts, name: string): boolean {
  if (name === 'database') return true;
  if (name === 'nats') return events > 0;
  if (name === 'gateway') return answerBytes > 0;
  return (reads[name] ?? 0) + (writes[name] ?? 0) + (visits[name] ?? 0) > 0.2;
}

const round = (ms: number) => Number(ms.toPrecision(3));
