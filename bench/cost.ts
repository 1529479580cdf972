import { writeFileSync } from 'node:fs';
import { type CountedCosts, toCostTable } from '../e2e/support/cost/cost-table';
import type { Cost } from '../e2e/support/cost/count-call';
import { COUNTED_CALLS } from '../e2e/support/cost/counted-calls';
import { startCallCounting } from '../e2e/support/cost/start-call-counting';
import type { Bench } from './bench';
import type { Cell } from './report';

/**
 * Counts the database commands and RPCs of each call. Calls are made one at a time, and the work after the answer
 * counts, too. A query for due work does not count if it finds no work. The counts are the same on any machine.
 *
 * - `COST_CALL`: counts only calls whose title has this text, and prints every command and RPC
 * - `COST_SPLIT=1`: runs one process for each service
 * - `COST_TABLE`: the file to which this build's counts are written, as the limits of e2e/cost.test.ts
 */
export async function countCost({ builds, show, print, say }: Bench): Promise<void> {
  const { COST_CALL: only, COST_SPLIT, COST_TABLE } = process.env;
  const counts: CountedCosts[] = [];
  for (const { name, folder } of builds) {
    console.error(`Counting the calls of ${name} …`);
    counts.push(await countAll(folder, COST_SPLIT ? { SPLIT: '1' } : {}, only));
  }
  const columns = builds.map(({ name }) => `${name}: reads, writes / in a row / RPCs`);
  const titles = [...new Set(counts.flatMap(({ calls }) => [...calls.keys()]))];
  const rows = titles.map((name) => ({ name, cells: counts.map(({ calls }) => costCell(calls.get(name))) }));
  const idle = { name: 'idle, a second', cells: counts.map((one) => pairCell(one.idle)) };
  const form = COST_SPLIT ? ', a process each service' : '';
  const table = { title: `Database commands and RPCs a call${form}`, columns, rows: [...rows, idle] };
  if (only === undefined) show(table);
  else print(table);
  const now = counts.at(-1);
  if (COST_TABLE && now) writeFileSync(COST_TABLE, `${JSON.stringify(toCostTable(now), null, 2)}\n`);
  if (only === undefined) return;
  for (const [place, { calls }] of counts.entries())
    for (const [title, { commands, idleQueries, rpcNames }] of calls) {
      say(`\n### ${title}, ${builds[place]?.name}\n`);
      for (const [command, count] of commands) say(`- ${count.toFixed(1)} ${command}`);
      say(`- and ${idleQueries.toFixed(1)} queries for due work that found none`);
      say(`- RPCs: ${rpcNames.join(', ')}`);
    }
}

async function countAll(
  checkout: string,
  environment: Record<string, string>,
  only = '',
): Promise<CountedCosts> {
  const counting = await startCallCounting(environment, checkout);
  try {
    const calls = new Map<string, Cost>();
    for (const call of COUNTED_CALLS)
      if (call.title.includes(only)) calls.set(call.title, await counting.count(call));
    return { idle: counting.idle, calls };
  } finally {
    await counting.remove();
  }
}

const pairCell = ({ reads, writes }: { reads: number; writes: number }): Cell => ({
  text: `${reads.toFixed(1)}, ${writes.toFixed(1)}`,
  figures: { reads, writes },
});

function costCell(cost: Cost | undefined): Cell | undefined {
  if (!cost) return undefined;
  const { text, figures } = pairCell(cost);
  const { inARow, rpcs } = cost;
  return { text: `${text} / ${inARow} / ${rpcs}`, figures: { ...figures, 'in a row': inARow, RPCs: rpcs } };
}
