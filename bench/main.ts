import { cpus } from 'node:os';
import { CONSTANT_CALL, GET_ORDER, GROWTH, LIST_ORDERS, TOOLS_LIST } from './cases';
import { type Fixture, makeFixture } from './fixture';
import { headersOf, measureInTurn } from './measure-in-turn';
import { formatMemory, formatRatios, formatTable, type Row, type Table } from './report';
import { measureRest } from './rest';
import { measureScaling } from './scaling';
import { withPeer, withStack } from './servers';

/**
 * `make bench`: the product and its peers, side by side in one run on one machine.
 *
 *   BENCH_SECONDS (4)      seconds a measurement
 *   BENCH_ORDERS (20000)   orders in the account
 *   BENCH_GROWN (200000)   orders in the account that a small one is compared with; 0 leaves the comparison out
 *   BENCH_ONLY             one part: `peers`, `rest`, `growth` or `scaling`
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 20_000);
const GROWN = Number(process.env.BENCH_GROWN ?? 200_000);
const ONLY = process.env.BENCH_ONLY;
const SMALL = 1_000;
const CONNECTIONS = [1, 16, 64];
/** Enough that no token passes sixty requests in a minute, with every measurement at 12,000 a second. */
const TOKENS = 12_000;

const SINGLE = 'Parcelyard, one process';
const SPLIT = 'Parcelyard, a process each service';
const CONSTANT = 'SDK (a), a constant tool';
const SAME_WORK = 'SDK (b), same check and reads';
const CATALOGUE = 'SDK, the same catalogue';

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  peers: showPeers,
  rest: showRest,
  growth: showGrowth,
  scaling: showScaling,
};

async function main(): Promise<void> {
  const cores = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  console.log(`# Parcelyard benchmark\n\nNode ${process.version}, ${cores}, ${SECONDS} s a measurement,`);
  console.log(`${ORDERS.toLocaleString('en')} orders in the account; the load comes from this machine.`);
  for (const [name, show] of Object.entries(PARTS)) if (!ONLY || ONLY === name) await show();
}

/** Every server of a table runs while it is measured; they take turns. */
async function showPeers(): Promise<void> {
  await withStack({}, (one) =>
    withStack({ SPLIT: '1' }, async (split) => {
      const ours = [
        { server: SINGLE, url: one.mcpUrl, fixture: await makeFixture(one.at, ORDERS, TOKENS) },
        { server: SPLIT, url: split.mcpUrl, fixture: await makeFixture(split.at, ORDERS, TOKENS) },
      ] as const;
      const { fixture } = ours[0];
      await withPeer({ PEER_MODE: 'same-work', MONGODB_URI: one.mongoSocketUri }, (sameWork) =>
        withPeer({ PEER_MODE: 'constant' }, async (constant) => {
          for (const test of [LIST_ORDERS, GET_ORDER]) {
            const rows = await measureInTurn(
              [
                ...ours.map((each) => ({ ...each, test })),
                { server: CONSTANT, url: constant, test: CONSTANT_CALL, fixture },
                { server: SAME_WORK, url: sameWork, test, fixture },
              ],
              CONNECTIONS,
              SECONDS,
            );
            show({ title: test.title, rows }, [CONSTANT, SAME_WORK]);
          }
        }),
      );
      const CATALOGUE_JSON = JSON.stringify(await listTools(one.mcpUrl, fixture));
      await withPeer({ PEER_MODE: 'catalogue', CATALOGUE: CATALOGUE_JSON }, async (url) => {
        const entrants = [...ours, { server: CATALOGUE, url, fixture }];
        const asked = entrants.map((each) => ({ ...each, test: TOOLS_LIST }));
        show({ title: TOOLS_LIST.title, rows: await measureInTurn(asked, CONNECTIONS, SECONDS) }, [
          CATALOGUE,
        ]);
      });
    }),
  );
}

/** A stack of its own: the orders that it creates would change what the other tables list. */
async function showRest(): Promise<void> {
  await withStack({}, async ({ baseUrl, at }) => {
    const beside = (answer: string, work: (url: string) => Promise<void>) =>
      withPeer({ PEER_MODE: 'koa', ANSWER: answer }, (url) => work(new URL(url).origin));
    const fixture = await makeFixture(at, SMALL, TOKENS);
    for (const table of await measureRest(baseUrl, fixture, SECONDS, beside)) show(table);
  });
}

/** The same calls for a small account and for one with many times its orders, in one stack. */
async function showGrowth(): Promise<void> {
  if (GROWN === 0) return;
  await withStack({}, async ({ mcpUrl, at }) => {
    const fixtures = [await makeFixture(at, SMALL, TOKENS), await makeFixture(at, GROWN, TOKENS)];
    for (const test of GROWTH) {
      const entrants = fixtures.map((fixture) => ({
        ...{ server: `${fixture.orderIds.length.toLocaleString('en')} orders`, url: mcpUrl },
        ...{ test, fixture },
      }));
      const rows = await measureInTurn(entrants, [16], SECONDS);
      show({ title: `${test.title}, as an account grows`, rows });
    }
  });
}

async function showScaling(): Promise<void> {
  const { tables, memory } = await measureScaling({
    ...{ orders: ORDERS, tokens: TOKENS },
    measureAll: measureScaled,
  });
  for (const { title, rows } of tables)
    show({ title: `${title}, as processes are added on the same cores`, rows });
  console.log(formatMemory(memory));
}

/** What scaling is measured by: a list, a read and a tool list behind the balancer. */
async function measureScaled(server: string, url: string, fixture: Fixture): Promise<Table[]> {
  const tables: Table[] = [];
  for (const test of [LIST_ORDERS, GET_ORDER, TOOLS_LIST]) {
    const rows: Row[] = await measureInTurn([{ server, url, test, fixture }], [16, 64], SECONDS);
    tables.push({ title: test.title, rows });
  }
  return tables;
}

function show({ title, rows }: Table, peers: readonly string[] = []): void {
  console.log(formatTable(title, rows));
  for (const ours of [SINGLE, SPLIT])
    for (const peer of peers) console.log(`\n${ours} against ${peer}: ${formatRatios(rows, ours, peer)}`);
}

async function listTools(mcpUrl: string, fixture: Fixture): Promise<object[]> {
  const headers = headersOf(fixture.tokens[0] as string);
  const response = await fetch(mcpUrl, { method: 'POST', headers, body: TOOLS_LIST.body(fixture, 0) });
  return ((await response.json()) as { result: { tools: object[] } }).result.tools;
}

await main();
