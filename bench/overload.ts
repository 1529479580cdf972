import { loadavg } from 'node:os';
import type { Bench } from './bench';
import { GET_ORDER, LIST_ORDERS } from './cases';
import { onOwnCore } from './cores';
import { type Fixture, makeFixture } from './fixture';
import { startFlood } from './flood';
import { encodeRequest, measureLoad } from './load';
import { headersOf } from './mcp-entrant';
import { type Goodput, measureGoodput } from './open-load';
import { cell, type Table } from './report';
import { type Stack, withStack } from './servers';
import { untilQuiet } from './until-quiet';

const ORDERS = 1_000;
/** Long enough for V8 to compile the hot code. */
const WARM_UP_SECONDS = 12;
const ROUNDS = 3;
/**
 * A gateway can remember all these tokens, so each token has its own queue. Requests with tokens that the gateway does
 * not remember share one queue for each network. The tokens are enough for the loads, because a refused request does
 * not count in its token's rate window.
 */
const TOKENS = 8_000;
const FLOODS = [0, 6_000, 60_000];
const TIMES = [1, 2, 4];
const WRONG_TOKEN = `OAUTH2.${'A'.repeat(43)}`;

/**
 * Makes two measurements: how a polite caller is served during a flood of wrong tokens, and what the server answers
 * under more load than it can serve. Server and load have one core each. The server's capacity varies from minute to
 * minute. So each overload is compared with a measurement immediately before it, in which callers wait for their
 * answers. The result is the median of several rounds. For each build, the loads alone take 96 seconds
 * (BENCH_SECONDS=4), and more than two minutes with the steps in between.
 */
export async function measureOverload({ builds, seconds, show, say }: Bench): Promise<void> {
  const polite: Table['rows'][number][] = [];
  const goodput: Table['rows'][number][] = [];
  await onOwnCore(async (core) => {
    if (core === undefined) say('\nWithout taskset or a second core: the load takes time from the server.');
    for (const { name, folder } of builds)
      await withStack(
        {},
        async (stack) => {
          const fixture = await makeFixture(stack.at, ORDERS, TOKENS);
          goodput.push({ name, cells: await goodputCells(stack, fixture, seconds) });
          polite.push({ name, cells: await politeCells(stack, fixture, seconds) });
        },
        folder,
        core,
      );
  });
  say(
    `\nLoad average of the machine afterwards: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}.`,
  );
  show({
    title: 'A polite caller beside pipelined requests with a wrong token',
    columns: FLOODS.map((count) => `${count.toLocaleString('en')} requests`),
    rows: polite,
  });
  show({
    title: 'list_orders answered in time, of so many times as many as 64 patient callers get',
    columns: TIMES.map((times) => `${times} ×`),
    rows: goodput,
  });
}

interface Overload extends Goodput {
  /** Correct answers, as a share of the correct answers that patient callers got immediately before the overload. */
  readonly share: number;
}

async function goodputCells(stack: Stack, fixture: Fixture, seconds: number) {
  const roots = [stack.pid];
  const load = { url: stack.mcpUrl, connections: 64, requests: requestsOf(stack, fixture), roots };
  const isRight = (answer: Buffer) => answer.includes('"isError":false');
  await measureLoad({ ...load, seconds: WARM_UP_SECONDS });
  const rounds = new Map<number, Overload[]>(TIMES.map((times) => [times, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [times, measured] of rounds) {
      await untilQuiet(roots);
      const { perSecond: capacity } = await measureLoad({ ...load, seconds });
      await untilQuiet(roots);
      const goodput = await measureGoodput({ ...load, isRight, seconds, perSecond: capacity * times });
      measured.push({ ...goodput, share: goodput.perSecond / capacity });
      console.error(`round ${round + 1} of ${ROUNDS} · ${times} ×: ${Math.round(goodput.perSecond)}/s`);
    }
  await untilQuiet(roots);
  return [...rounds.values()].map((measured) => {
    const inOrder = measured.toSorted((a, b) => a.share - b.share);
    return goodputCell(inOrder[Math.floor(inOrder.length / 2)] as Overload);
  });
}

const requestsOf = ({ mcpUrl }: Stack, fixture: Fixture): Buffer[] =>
  fixture.tokens.map((token, number) =>
    encodeRequest('POST', mcpUrl, headersOf(token), LIST_ORDERS.body(fixture, number)),
  );

/** Measures a caller that sends one request after another, with enough tokens, during each flood. */
async function politeCells({ mcpUrl, pid }: Stack, fixture: Fixture, seconds: number) {
  const requests = fixture.tokens.map((token, number) =>
    encodeRequest('POST', mcpUrl, headersOf(token), GET_ORDER.body(fixture, number)),
  );
  const wrong = encodeRequest('POST', mcpUrl, headersOf(WRONG_TOKEN), LIST_ORDERS.body(fixture, 0));
  const cells = [];
  for (const count of FLOODS) {
    const stop = count > 0 ? startFlood(mcpUrl, wrong, count) : () => 0;
    const { p50, p99 } = await measureLoad({ url: mcpUrl, connections: 1, seconds, requests, roots: [pid] });
    const flood = stop() / seconds;
    const text = `${p50.toFixed(1)} / ${p99.toFixed(1)} ms${flood > 0 ? ` · flood ${Math.round(flood)}/s` : ''}`;
    cells.push({ text, figures: { 'p50 ms': p50, 'p99 ms': p99 } });
  }
  return cells;
}

function goodputCell(measured: Overload) {
  const { perSecond, share, refusedPerSecond, hung, p50, p99, processors, late } = measured;
  return {
    text: [
      `${cell(perSecond, '/s', 0).text} (${Math.round(share * 100)} %)`,
      `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`,
      `${Math.round(refusedPerSecond)}/s refused`,
      `${hung} gave up`,
      `${processors.toFixed(2)} processors`,
      `load late by ${late.toFixed(0)} ms`,
    ].join(' · '),
    figures: { 'requests/s': perSecond, 'p50 ms': p50, processors },
  };
}
