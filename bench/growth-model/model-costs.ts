import { existsSync, writeFileSync } from 'node:fs';
import { seeded } from '@parcelyard/testing/seeded';
import type { Bench } from '../bench';
import { cell } from '../report';
import { residentMemory } from '../resident-memory';
import { fitCosts, MIXES } from './calibrate';
import { type Check, COSTS_FILE, type Costs, loadOf, readCosts, stamp, sum } from './costs';
import { countCalls } from './count-calls';
import { BLACK_FRIDAY_HOUR, KINDS, perKind, ratesOf } from './kinds';
import { type MixRun, runMix } from './run-mix';
import { withTarget } from './with-target';

const SECONDS = Number(process.env.BENCH_MODEL_SECONDS ?? 16);
/**
 * How many calls of each kind are made before the measurement. The first calls cost more, because the compiler has not
 * yet compiled most of the code.
 */
const WARM_UP_CALLS = 50;
/** Numbers of merchants whose Black Friday hour this machine can serve. */
const LOADS = [500, 1_500, 3_000];

/** Counts and times calls of each kind, and stores their costs in the file of costs. */
export async function measureCosts(bench: Bench): Promise<void> {
  const calls = await countCalls();
  const counted = { ...stampOf(bench), calls };
  keep({ counted });
  const { runs, memory } = await measureRuns([]);
  keep({ timed: { ...stampOf(bench), ...fitCosts(runs, counted.calls), memory } });
}

/**
 * Times the calls again, and checks the model with three loads that the calibration does not use. Compares the measured
 * values of these loads with the model's values.
 */
export async function checkModel(bench: Bench): Promise<void> {
  const { counted } = readCosts();
  const { runs, memory, loaded } = await measureRuns(LOADS);
  const costs = fitCosts(runs, counted.calls);
  const loads = LOADS.map((merchants) => checkOf(costs, merchants, loaded.get(merchants) as MixRun[]));
  keep({ timed: { ...stampOf(bench), ...costs, memory }, checked: { ...stampOf(bench), loads } });
  bench.print({
    title: 'The model against this machine',
    columns: ['calls', 'computed', 'measured', 'difference'],
    rows: loads.map(({ merchants, callsPerSecond, computed, measured }) => {
      const [model, machine] = [sum(computed) / 10, sum(measured) / 10];
      return {
        name: `Black Friday of ${merchants.toLocaleString('en')} merchants`,
        cells: [
          cell(callsPerSecond, '/s'),
          cell(model, '% of a core'),
          cell(machine, '% of a core'),
          cell((model / machine - 1) * 100, '%'),
        ],
      };
    }),
  });
}

interface Measured {
  runs: MixRun[];
  /** The runs of each load, by the number of merchants. */
  loaded: Map<number, MixRun[]>;
  memory: Record<string, number>;
}

/**
 * Runs the mixes of the calibration and these loads in turns, so that a slow phase of the machine affects mixes and
 * loads alike.
 */
function measureRuns(loads: readonly number[]): Promise<Measured> {
  return withTarget(async (target, shops) => {
    const ground = { target, shops, random: seeded(31) };
    for (const kind of KINDS) await shops.sendAll(kind, kind === 'batch_label' ? 5 : WARM_UP_CALLS);
    const runs: MixRun[] = [];
    const loaded = new Map(loads.map((merchants) => [merchants, [] as MixRun[]]));
    for (const [place, mix] of MIXES.entries()) {
      runs.push(await runWithRetry(`mix ${place + 1}`, () => runMix(ground, mix, SECONDS)));
      // One of the loads runs after every second mix, so that each load runs twice.
      const merchants = place % 2 === 1 ? loads[(place >> 1) % loads.length] : undefined;
      if (merchants === undefined) continue;
      const rates = ratesOf(merchants, BLACK_FRIDAY_HOUR);
      loaded
        .get(merchants)
        ?.push(await runWithRetry(`${merchants} merchants`, () => runMix(ground, rates, SECONDS)));
    }
    const memory = Object.fromEntries(
      Object.entries(target.pids).map(([name, pid]) => [name, Math.round(residentMemory([pid]).all)]),
    );
    return { runs, loaded, memory };
  });
}

/** Repeats a failed run once. On a busy shared machine, a request may not be answered in time. */
async function runWithRetry(title: string, run: () => Promise<MixRun>): Promise<MixRun> {
  const made = await run().catch((error: Error) => {
    console.error(`${title}, again: ${error.message}`);
    return run();
  });
  const share = sum(made.processor) / made.seconds / 10;
  console.error(`${title}: ${Math.round(share)} % of a core`);
  return made;
}

/**
 * Returns the computed and measured values of a load, from all its rounds together. The computed values use the
 * requests that were sent, not the planned ones.
 */
function checkOf(
  costs: Pick<Costs['timed'], 'base' | 'calls'>,
  merchants: number,
  rounds: readonly MixRun[],
): Check {
  const seconds = rounds.reduce((all, run) => all + run.seconds, 0);
  const rates = perKind((kind) => rounds.reduce((all, run) => all + run.sent[kind], 0) / seconds);
  const measured = (name: string) =>
    rounds.reduce((all, run) => all + (run.processor[name] ?? 0), 0) / seconds;
  const tidy = (figure: (name: string) => number) =>
    Object.fromEntries(Object.keys(costs.base).map((name) => [name, Number(figure(name).toPrecision(3))]));
  const computed = loadOf(costs, rates);
  return {
    merchants,
    callsPerSecond: Number(sum(rates).toPrecision(3)),
    computed: tidy((name) => computed[name] as number),
    measured: tidy(measured),
  };
}

const stampOf = ({ machine, builds }: Bench) => stamp(machine, builds.at(-1)?.commit ?? 'unknown');

function keep(measured: Partial<Costs>): void {
  const before = existsSync(COSTS_FILE) ? readCosts() : {};
  writeFileSync(COSTS_FILE, `${JSON.stringify({ ...before, ...measured }, null, 2)}\n`);
}
