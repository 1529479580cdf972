import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parcelyard/testing/free-port';
import { type Addresses, type Fixture, makeFixture } from './fixture';
import { encodeRequest, measureLoad } from './load';
import { formatMemory, formatRatios, formatTable, type Row } from './report';
import { measureRest } from './rest';
import { measureScaling } from './scaling';
import { answers, type Program, readJson, startProgram } from './start-program';

/**
 * `make bench`: the product and its peers, side by side in one run on one machine.
 *
 *   BENCH_SECONDS (4)      seconds a measurement
 *   BENCH_ORDERS (20000)   orders in the account
 *   BENCH_ONLY             `scaling`: one and two processes of everything, and nothing else
 *   BENCH_GROWN (200000)   orders in the account that a small one is compared with
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 20_000);
const GROWN = Number(process.env.BENCH_GROWN ?? 200_000);
const SMALL = 1_000;
const CONNECTIONS = [1, 16, 64];
/** Enough that no token passes sixty requests in a minute, with every measurement at 12,000 a second. */
const TOKENS = 12_000;

const SINGLE = 'Parcelyard, one process';
const SPLIT = 'Parcelyard, a process each service';
const CONSTANT = 'SDK (a), a constant tool';
const SAME_WORK = 'SDK (b), same check and reads';
const CATALOGUE = 'SDK, the same catalogue';

interface StackFile {
  baseUrl: string;
  mcpUrl: string;
  services: Record<string, { grpc: string }>;
  engines: { mongo: { uri: string; socketUri?: string } };
}

interface Case {
  title: string;
  body: (fixture: Fixture, request: number) => string;
}

const toolCall = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

const LIST_ORDERS: Case = { title: 'tools/call list_orders', body: () => toolCall('list_orders', {}) };
const GET_ORDER: Case = {
  title: 'tools/call get_order',
  body: ({ orderIds }, request) =>
    toolCall('get_order', { order_id: orderIds[(request * 7919) % orderIds.length] }),
};
const TOOLS_LIST: Case = {
  title: 'tools/list',
  body: () => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};
/** What must cost the same however many orders the account has. */
const GROWTH: readonly Case[] = [
  LIST_ORDERS,
  { title: 'tools/call list_orders, active', body: () => toolCall('list_orders', { status: 'active' }) },
  GET_ORDER,
  { title: 'tools/call get_shipping_report', body: () => toolCall('get_shipping_report', {}) },
  { title: 'tools/call get_tax_report', body: () => toolCall('get_tax_report', {}) },
  { title: 'tools/call get_shipping_analytics', body: () => toolCall('get_shipping_analytics', {}) },
];
const CONSTANT_CALL: Case = { title: '', body: () => toolCall('constant', {}) };

async function main(): Promise<void> {
  const rows = new Map<string, Row[]>([LIST_ORDERS, GET_ORDER, TOOLS_LIST].map(({ title }) => [title, []]));
  const add = (title: string, measured: Row[]) => rows.get(title)?.push(...measured);
  console.log(
    `# Parcelyard benchmark\n\nNode ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), `,
  );
  console.log(
    `${SECONDS} s a measurement, ${ORDERS.toLocaleString('en')} orders in the account; the load comes from this machine.`,
  );

  if (process.env.BENCH_ONLY === 'scaling') return showScaling();
  let catalogue = '[]';
  await withStack({}, async ({ mcpUrl, engines }, fixture) => {
    catalogue = JSON.stringify(await listTools(mcpUrl, fixture));
    for (const test of [LIST_ORDERS, GET_ORDER, TOOLS_LIST])
      add(test.title, await measure(SINGLE, mcpUrl, test, fixture));
    await withPeer(
      { PEER_MODE: 'same-work', MONGODB_URI: engines.mongo.socketUri ?? engines.mongo.uri },
      async (url) => {
        for (const test of [LIST_ORDERS, GET_ORDER])
          add(test.title, await measure(SAME_WORK, url, test, fixture));
      },
    );
    await withPeer({ PEER_MODE: 'constant' }, async (url) => {
      const measured = await measure(CONSTANT, url, CONSTANT_CALL, fixture);
      for (const test of [LIST_ORDERS, GET_ORDER]) add(test.title, measured);
    });
    await withPeer({ PEER_MODE: 'catalogue', CATALOGUE: catalogue }, async (url) => {
      add(TOOLS_LIST.title, await measure(CATALOGUE, url, TOOLS_LIST, fixture));
    });
  });
  const restTables = await measureRestBesideKoa();
  await withStack({ SPLIT: '1' }, async ({ mcpUrl }, fixture) => {
    for (const test of [LIST_ORDERS, GET_ORDER, TOOLS_LIST])
      add(test.title, await measure(SPLIT, mcpUrl, test, fixture));
  });
  const grown = GROWN > 0 ? await measureGrowth() : [];

  for (const [title, measured] of rows) {
    console.log(formatTable(title, measured));
    const peers = title === TOOLS_LIST.title ? [CATALOGUE] : [CONSTANT, SAME_WORK];
    for (const ours of [SINGLE, SPLIT])
      for (const peer of peers)
        console.log(`\n${ours} against ${peer}: ${formatRatios(measured, ours, peer)}`);
  }
  for (const { title, rows: measured } of restTables) console.log(formatTable(title, measured));
  for (const { title, rows: measured } of grown)
    console.log(formatTable(`${title}, as an account grows`, measured));
  await showScaling();
}

/** A stack of its own: the orders that it creates would change what the other tables list. */
async function measureRestBesideKoa(): Promise<{ title: string; rows: Row[] }[]> {
  const tables: { title: string; rows: Row[] }[] = [];
  await withStack(
    {},
    async ({ baseUrl }, fixture) => {
      const beside = (answer: string, work: (url: string) => Promise<void>) =>
        withPeer({ PEER_MODE: 'koa', ANSWER: answer }, (url) => work(new URL(url).origin));
      tables.push(...(await measureRest(baseUrl, fixture, SECONDS, beside)));
    },
    SMALL,
  );
  return tables;
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
async function measureScaled(server: string, url: string, fixture: Fixture) {
  const tables: { title: string; rows: Row[] }[] = [];
  for (const test of [LIST_ORDERS, GET_ORDER, TOOLS_LIST])
    tables.push({ title: test.title, rows: await measure(server, url, test, fixture, [16, 64]) });
  return tables;
}

/** The same calls for a small account and for one with many times its orders, in one stack. */
async function measureGrowth(): Promise<{ title: string; rows: Row[] }[]> {
  const tables = GROWTH.map(({ title }) => ({ title, rows: [] as Row[] }));
  await withStack(
    {},
    async ({ mcpUrl }, small, at) => {
      const large = await makeFixture(at, GROWN, TOKENS);
      for (const [place, test] of GROWTH.entries())
        for (const fixture of [small, large]) {
          const name = `${fixture.orderIds.length.toLocaleString('en')} orders`;
          tables[place]?.rows.push(...(await measure(name, mcpUrl, test, fixture, [16])));
        }
    },
    SMALL,
  );
  return tables;
}

async function measure(
  server: string,
  url: string,
  test: Case,
  fixture: Fixture,
  connectionCounts = CONNECTIONS,
): Promise<Row[]> {
  const [first] = fixture.tokens;
  await requireAnswer(url, headersOf(first as string), test.body(fixture, 0));
  const requests = fixture.tokens.map((token, number) =>
    encodeRequest('POST', url, headersOf(token), test.body(fixture, number)),
  );
  // The first load warms the compiler up and is thrown away.
  await measureLoad({ url, connections: 16, seconds: 2, requests });
  const rows: Row[] = [];
  for (const connections of connectionCounts) {
    const figures = await measureLoad({ url, connections, seconds: SECONDS, requests });
    rows.push({ server, connections, figures });
    console.error(
      `${server} · ${test.title || 'constant'} · ${connections}: ${Math.round(figures.perSecond)}/s`,
    );
  }
  return rows;
}

const headersOf = (token: string) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
});

/** Figures of refusals would be worth nothing: a tool that refuses still answers HTTP 200. */
async function requireAnswer(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result?: { isError?: boolean } };
  if (!result || result.isError) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
}

async function listTools(mcpUrl: string, fixture: Fixture): Promise<object[]> {
  const headers = headersOf(fixture.tokens[0] as string);
  const response = await fetch(mcpUrl, { method: 'POST', headers, body: TOOLS_LIST.body(fixture, 0) });
  return ((await response.json()) as { result: { tools: object[] } }).result.tools;
}

async function withStack(
  environment: Record<string, string>,
  work: (stack: StackFile, fixture: Fixture, at: Addresses) => Promise<void>,
  orders = ORDERS,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parcelyard-bench-'));
  const ready = join(dataDir, 'stack.json');
  const variables = { ...environment, PORT: String(await freePort()), DATA_DIR: dataDir };
  const program: Program = await startProgram('dist/local-stack.mjs', variables, () => existsSync(ready));
  try {
    const stack = readJson<StackFile>(ready) as StackFile;
    const at = {
      auth: stack.services.auth?.grpc as string,
      billing: stack.services.billing?.grpc as string,
      orders: stack.services.orders?.grpc as string,
      mongoUri: stack.engines.mongo.uri,
    };
    await work(stack, await makeFixture(at, orders, TOKENS), at);
  } finally {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withPeer(
  environment: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const program = await startProgram('dist/bench-peer.mjs', { ...environment, PORT: String(port) }, () =>
    answers(url),
  );
  try {
    await work(url);
  } finally {
    await program.stop();
  }
}

await main();
