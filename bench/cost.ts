import { writeFileSync } from 'node:fs';
import { type CountedCosts, toCostTable } from '../e2e/support/cost/cost-table';
import type { Cost } from '../e2e/support/cost/count-call';
import { COUNTED_CALLS } from '../e2e/support/cost/counted-calls';
import { startCallCounting } from '../e2e/support/cost/start-call-counting';
import { markdown } from './report';

/**
 * Database commands and RPCs a call, calls one at a time with what they cause behind the answer, idle work taken off.
 * Counts are the same on any machine.
 *
 *   COST_CALL    only calls whose title has this text, with every command and RPC
 *   COST_SPLIT   1: a process each service
 *   COST_TABLE   file that the last build's counts become the limits of, for e2e/cost.test.ts
 *
 * @param checkouts name → folder of the builds that are counted
 */
export async function showCost(checkouts: ReadonlyMap<string, string>): Promise<void> {
  const { COST_CALL: only, COST_SPLIT, COST_TABLE } = process.env;
  const builds = new Map<string, CountedCosts>();
  for (const [name, checkout] of checkouts) {
    console.error(`Counting the calls of ${name} …`);
    builds.set(name, await countAll(checkout, COST_SPLIT ? { SPLIT: '1' } : {}, only));
  }
  console.log('\n## Database commands and RPCs a call\n');
  const names = [...builds.keys()];
  const head = ['', ...names.map((name) => `${name}: reads, writes / in a row / RPCs`)];
  const titles = [...new Set([...builds.values()].flatMap(({ calls }) => [...calls.keys()]))];
  const rows = titles.map((title) => [
    title,
    ...[...builds.values()].map(({ calls }) => cell(calls.get(title))),
  ]);
  const idle = [...builds.values()].map(({ idle: { reads, writes } }) => pair(reads, writes));
  console.log(markdown([head, head.map(() => '---'), ...rows, ['idle, a second', ...idle]]));
  const last = [...builds.values()].at(-1);
  if (COST_TABLE && last) writeFileSync(COST_TABLE, `${JSON.stringify(toCostTable(last), null, 2)}\n`);
  if (only === undefined) return;
  for (const [name, { calls }] of builds)
    for (const [title, { commands, rpcNames }] of calls) {
      console.log(`\n### ${title}, ${name}\n`);
      for (const [command, count] of commands) console.log(`- ${count.toFixed(1)} ${command}`);
      console.log(`- RPCs: ${rpcNames.join(', ')}`);
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

const cell = (cost: Cost | undefined): string =>
  cost ? `${pair(cost.reads, cost.writes)} / ${cost.inARow} / ${cost.rpcs}` : '–';

const pair = (reads: number, writes: number) => `${reads.toFixed(1)}, ${writes.toFixed(1)}`;
