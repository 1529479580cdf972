import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CostTable, growthOf } from './support/cost/cost-table';
import { longestChain } from './support/cost/count-call';
import { COUNTED_CALLS } from './support/cost/counted-calls';
import { type CallCounting, startCallCounting } from './support/cost/start-call-counting';

/**
 * The cost of each call, counted when the call was last made cheaper. `COST_TABLE=e2e/cost-table.json BENCH_ONLY=cost
 * node dist/bench.mjs` counts again and writes the table. The numbers of a row may decrease at any time, but may
 * increase only for a good reason.
 */
const table = JSON.parse(readFileSync(join(__dirname, 'cost-table.json'), 'utf8')) as CostTable;

/**
 * How often a call that seems too expensive is counted again. If its cost has really grown, the call is too expensive
 * in every count.
 */
const MOST_REPEATS = 3;

let counting: CallCounting;
beforeAll(async () => {
  counting = await startCallCounting();
});
afterAll(() => counting.remove());

it.each(COUNTED_CALLS.map((call) => [call.title, call] as const))(
  '%s needs no more database commands than its row in the table',
  async (title, call) => {
    const row = table.calls[title];
    if (!row) throw new Error(`e2e/cost-table.json has no row for ${title}.`);
    let grown = growthOf(await counting.count(call), row);
    // A pause of the machine may add commands to one count, but not to each count. So a call that seems more expensive
    // is counted again.
    for (let again = 0; again < MOST_REPEATS && grown.length > 0; again += 1)
      grown = growthOf(await counting.count(call), row);
    expect(grown).toEqual([]);
  },
);

it('an idle stack needs no more database commands than its row in the table', () => {
  const { reads, writes } = counting.idle;
  expect(reads).toBeLessThanOrEqual(table.idlePerSecond.reads + 0.5);
  expect(writes).toBeLessThanOrEqual(table.idlePerSecond.writes + 0.1);
});

it('a call with more commands is reported by collection, command and difference', () => {
  const row = { reads: 1, writes: 2, inARow: 3, rpcs: 2, commands: { 'orders.orders update': 2 } };
  const commands = new Map([['orders.orders update', 3]]);
  const cost = {
    reads: 1,
    writes: 3,
    idleQueries: 0,
    commands,
    inARow: 4,
    rpcs: 3,
    rpcNames: ['Orders.GetOrder'],
  };
  expect(growthOf(cost, row)).toEqual([
    'writes: 3, the table has 2',
    'orders.orders update: 3, the table has 2',
    'RPCs (Orders.GetOrder): 3, the table has 2',
  ]);
});

it('commands that run at the same time count once in the chain of dependent commands', () => {
  const at = (begunAt: number, endedAt: number) => ({ begunAt, endedAt });
  expect(longestChain([at(0, 2), at(1, 3), at(1, 9), at(3, 4), at(5, 6)])).toBe(3);
});
