import { cpus } from 'node:os';
import { CONSTANT_CALL, GET_ORDER, GROWTH, LIST_ORDERS, TOOLS_LIST } from './cases';
import { showCost } from './cost';
import { type Fixture, makeFixture } from './fixture';
import { type Asked, askMcp, mcpEntrant } from './mcp-entrant';
import { type Entrant, measureInTurn } from './measure-in-turn';
import { formatMemory, formatRatios, formatTable, type Table } from './report';
import { REST_CASES, restEntrant } from './rest-entrant';
import { measureScaling } from './scaling';
import { withPeer, withStack } from './servers';

/**
 * `make bench`: the product and its peers, side by side in one run on one machine.
 *
 *   BENCH_SECONDS (4)      seconds a measurement
 *   BENCH_ORDERS (20000)   orders in the account
 *   BENCH_GROWN (200000)   orders in the account that a small one is compared with; 0 leaves the comparison out
 *   BENCH_ONLY             one part: `cost`, `peers`, `rest`, `growth` or `scaling`
 *   BENCH_BASE             folder of another built checkout that is measured beside this one
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 20_000);
const GROWN = Number(process.env.BENCH_GROWN ?? 200_000);
const { BENCH_ONLY: ONLY, BENCH_BASE: BASE } = process.env;
const SMALL = 1_000;
const CONNECTIONS = [1, 16, 64];
/** Enough that no token passes sixty requests in a minute, with every measurement at 12,000 a second. */
const TOKENS = 12_000;

const SINGLE = 'Parcelyard, one process';
const FORMS = [
  [SINGLE, {}],
  ['Parcelyard, a process each service', { SPLIT: '1' }],
] as const;
const CONSTANT = 'SDK (a), a constant tool';
const SAME_WORK = 'SDK (b), same check and reads';
const CATALOGUE = 'SDK, the same catalogue';

/** The builds that are compared: name → folder. */
const CHECKOUTS = new Map([...(BASE ? [['base', BASE] as const] : []), ['now', process.cwd()] as const]);

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  cost: () => showCost(CHECKOUTS),
  peers: showPeers,
  rest: showRest,
  growth: showGrowth,
  scaling: showScaling,
};

async function main(): Promise<void> {
  const cores = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  console.log(`# Parcelyard benchmark\n\nNode ${process.version}, ${cores}, ${SECONDS} s a measurement,`);
  console.log(`${ORDERS.toLocaleString('en')} orders in the account; the load comes from this machine.`);
  if (ONLY && !PARTS[ONLY]) throw new Error(`BENCH_ONLY must be one of ${Object.keys(PARTS).join(', ')}.`);
  for (const [name, show] of Object.entries(PARTS)) if (!ONLY || ONLY === name) await show();
}

/** Each form of the product runs beside its peers, without the other: even an idle one takes its share of two cores. */
async function showPeers(): Promise<void> {
  for (const [server, environment] of FORMS)
    await withStack(environment, async ({ mcpUrl, at, mongoSocketUri }) => {
      const ours = { server, url: mcpUrl, fixture: await makeFixture(at, ORDERS, TOKENS) };
      await showCalls(ours, mongoSocketUri);
      await showToolList(ours);
    });
}

/** @param mongoUri where the peer checks the same tokens and reads the same orders */
async function showCalls(ours: Asked, mongoUri: string): Promise<void> {
  const { fixture } = ours;
  await withPeer({ PEER_MODE: 'same-work', MONGODB_URI: mongoUri }, (sameWork) =>
    withPeer({ PEER_MODE: 'constant' }, async (constant) => {
      for (const test of [LIST_ORDERS, GET_ORDER]) {
        const entrants = await Promise.all([
          mcpEntrant({ ...ours, test }),
          mcpEntrant({ server: CONSTANT, url: constant, test: CONSTANT_CALL, fixture }),
          mcpEntrant({ server: SAME_WORK, url: sameWork, test, fixture }),
        ]);
        await measureAndShow(test.title, entrants, CONNECTIONS);
      }
    }),
  );
}

async function showToolList(ours: Asked): Promise<void> {
  const { url, fixture } = ours;
  const result = await askMcp(url, fixture.tokens[0] as string, TOOLS_LIST.body(fixture, 0));
  const { tools } = result as { tools: object[] };
  await withPeer({ PEER_MODE: 'catalogue', CATALOGUE: JSON.stringify(tools) }, async (peer) => {
    const entrants = await Promise.all([
      mcpEntrant({ ...ours, test: TOOLS_LIST }),
      mcpEntrant({ server: CATALOGUE, url: peer, test: TOOLS_LIST, fixture }),
    ]);
    await measureAndShow(TOOLS_LIST.title, entrants, CONNECTIONS);
  });
}

/** A stack of its own: the orders that it creates would change what the other tables list. */
async function showRest(): Promise<void> {
  await withStack({}, async ({ baseUrl, at }) => {
    const fixture = await makeFixture(at, SMALL, TOKENS);
    for (const test of REST_CASES) {
      const ours = await restEntrant(SINGLE, baseUrl, test, fixture);
      // The floor writes an answer of the same length.
      await withPeer({ PEER_MODE: 'koa', ANSWER: ours.answer }, async (url) => {
        const floor = await restEntrant('Koa, a constant', new URL(url).origin, test, fixture);
        const rows = await measureInTurn([ours.entrant, floor.entrant], [16], SECONDS);
        console.log(formatTable(test.title, rows));
      });
    }
  });
}

/** The same calls for a small account and for one with many times its orders, in one stack. */
async function showGrowth(): Promise<void> {
  if (GROWN === 0) return;
  await withStack({}, async ({ mcpUrl, at }) => {
    const fixtures = [await makeFixture(at, SMALL, TOKENS), await makeFixture(at, GROWN, TOKENS)];
    for (const test of GROWTH) {
      const entrants = fixtures.map((fixture) => {
        const server = `${fixture.orderIds.length.toLocaleString('en')} orders`;
        return mcpEntrant({ server, url: mcpUrl, test, fixture });
      });
      await measureAndShow(`${test.title}, as an account grows`, await Promise.all(entrants), [16]);
    }
  });
}

async function showScaling(): Promise<void> {
  const { tables, memory } = await measureScaling({
    ...{ orders: ORDERS, tokens: TOKENS },
    measureAll: measureScaled,
  });
  for (const { title, rows } of tables)
    console.log(formatTable(`${title}, as processes are added on the same cores`, rows));
  console.log(formatMemory(memory));
}

/** What scaling is measured by: a list, a read and a tool list behind the balancer. */
async function measureScaled(server: string, url: string, fixture: Fixture): Promise<Table[]> {
  const tables: Table[] = [];
  for (const test of [LIST_ORDERS, GET_ORDER, TOOLS_LIST]) {
    const entrant = await mcpEntrant({ server, url, test, fixture });
    tables.push({ title: test.title, rows: await measureInTurn([entrant], [16, 64], SECONDS) });
  }
  return tables;
}

/** Shows the first of them against each of the others, too. */
async function measureAndShow(
  title: string,
  entrants: readonly Entrant[],
  connections: readonly number[],
): Promise<void> {
  const rows = await measureInTurn(entrants, connections, SECONDS);
  console.log(formatTable(title, rows));
  const [ours, ...others] = entrants.map(({ server }) => server) as [string, ...string[]];
  for (const other of others) console.log(`\n${ours} against ${other}: ${formatRatios(rows, ours, other)}`);
}

await main();
