import { type Costs, countAllCalls } from '../e2e/support/cost/count-all-calls';
import { markdown } from './report';

/**
 * Database commands and RPCs a call, calls one at a time with what they cause behind the answer, idle work taken off.
 * Counts are the same on any machine.
 *
 *   COST_CALL    only calls whose title has this text, with every command and RPC
 *   COST_SPLIT   1: a process each service
 */
export async function showCost(checkouts: ReadonlyMap<string, string>): Promise<void> {
  const { COST_CALL: only, COST_SPLIT } = process.env;
  const counted = new Map<string, Costs>();
  for (const [name, checkout] of checkouts) {
    console.error(`Counting the calls of ${name} …`);
    counted.set(name, await countAllCalls(COST_SPLIT ? { SPLIT: '1' } : {}, checkout, only));
  }
  console.log('\n## Database commands and RPCs a call\n');
  const names = [...counted.keys()];
  const head = ['', ...names.map((name) => `${name}: reads, writes / in a row / RPCs`)];
  const titles = [...new Set([...counted.values()].flatMap(({ calls }) => [...calls.keys()]))];
  const rows = titles.map((title) => [title, ...names.map((name) => cell(counted.get(name), title))]);
  const idle = [
    'idle, a second',
    ...[...counted.values()].map(({ idle: { reads, writes } }) => pair(reads, writes)),
  ];
  console.log(markdown([head, head.map(() => '---'), ...rows, idle]));
  if (only === undefined) return;
  for (const [name, { calls }] of counted)
    for (const [title, { commands, rpcNames }] of calls) {
      console.log(`\n### ${title}, ${name}\n`);
      for (const [command, count] of commands) console.log(`- ${count.toFixed(1)} ${command}`);
      console.log(`- RPCs: ${rpcNames.join(', ')}`);
    }
}

function cell(costs: Costs | undefined, title: string): string {
  const cost = costs?.calls.get(title);
  return cost ? `${pair(cost.reads, cost.writes)} / ${cost.inARow} / ${cost.rpcs}` : '–';
}

const pair = (reads: number, writes: number) => `${reads.toFixed(1)}, ${writes.toFixed(1)}`;
