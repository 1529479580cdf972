import { createBench, type Part } from './bench';
import { measureBuilds } from './builds';
import { measureCalls } from './calls';
import { countCost } from './cost';
import { measureEvents } from './events';
import { measureGrowth } from './growth';
import { writeTables } from './growth-model/model';
import { checkModel, measureCosts } from './growth-model/model-costs';
import { measureIdle } from './idle';
import { measureLabels } from './labels';
import { measureOverload } from './overload';
import { measureScaling } from './scaling';
import { measureSoak } from './soak';

/**
 * `make bench` measures the cost of calls, and compares the product with its peers and with an earlier build, in one
 * run on one machine.
 *
 * - `BENCH_ONLY`: one part, by its name below
 * - `BENCH_BASE`: folder of another built checkout, which takes turns with this one
 * - `BENCH_SECONDS` (4): seconds of a measurement
 * - `BENCH_ORDERS` (20000): orders in the account
 * - `BENCH_GROWN` (200000): orders in the large account that is compared with a small one; 0: no comparison
 * - `BENCH_FIGURES` (.local/bench-figures.json): the file with the figures that the next run compares
 */
const PARTS: Readonly<Record<string, Part>> = {
  cost: countCost,
  idle: measureIdle,
  builds: measureBuilds,
  labels: measureLabels,
  calls: measureCalls,
  growth: measureGrowth,
  scaling: measureScaling,
  overload: measureOverload,
};

/** Parts that need ten minutes or more, other programs, or files in the repository. They run only on request. */
const LONG_PARTS: Readonly<Record<string, Part>> = {
  events: measureEvents,
  soak: measureSoak,
  'model-costs': measureCosts,
  'model-check': checkModel,
  model: writeTables,
};

async function main(): Promise<void> {
  const only = process.env.BENCH_ONLY;
  const chosen = only ? { ...PARTS, ...LONG_PARTS }[only] : undefined;
  const names = [...Object.keys(PARTS), ...Object.keys(LONG_PARTS)].join(', ');
  if (only && !chosen) throw new Error(`BENCH_ONLY must be one of ${names}.`);
  const bench = createBench();
  for (const part of chosen ? [chosen] : Object.values(PARTS)) await part(bench);
}

await main();
