import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, TOKENS } from './bench';
import { GET_ORDER, LIST_ORDERS } from './cases';
import { type Fixture, makeFixture } from './fixture';
import { startFlood } from './flood';
import { encodeRequest, measureLoad } from './load';
import { headersOf } from './mcp-entrant';
import { type Goodput, measureGoodput } from './open-load';
import { cell, type Table } from './report';
import { type Stack, withStack } from './servers';

const ORDERS = 1_000;
/** After which a build that refuses nothing has answered whom nobody waits for. */
const CALM_MS = 10_000;
const FLOODS = [0, 6_000, 60_000];
const TIMES = [1, 2, 4];
const WRONG_TOKEN = `OAUTH2.${'A'.repeat(43)}`;

/** A polite caller beside a flood of wrong tokens, and what is still done when more is asked for than can be. */
export async function measureOverload({ builds, seconds, show }: Bench): Promise<void> {
  const polite: Table['rows'][number][] = [];
  const goodput: Table['rows'][number][] = [];
  for (const { name, folder } of builds)
    await withStack(
      {},
      async (stack) => {
        const fixture = await makeFixture(stack.at, ORDERS, TOKENS);
        const requests = requestsOf(stack, fixture);
        // Warmed up, and what it does when nobody is in a hurry.
        await measureLoad({ url: stack.mcpUrl, connections: 64, seconds: 12, requests, roots: [stack.pid] });
        const load = { url: stack.mcpUrl, connections: 64, seconds, requests, roots: [stack.pid] };
        const { perSecond } = await measureLoad(load);
        const cells = [];
        for (const times of TIMES) {
          cells.push(
            goodputCell(
              await measureGoodput({ ...load, seconds: seconds * 2, perSecond: perSecond * times }),
            ),
          );
          await pause(CALM_MS);
        }
        goodput.push({ name, cells });
        polite.push({ name, cells: await politeCells(stack, fixture, seconds) });
      },
      folder,
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

const requestsOf = ({ mcpUrl }: Stack, fixture: Fixture): Buffer[] =>
  fixture.tokens.map((token, number) =>
    encodeRequest('POST', mcpUrl, headersOf(token), LIST_ORDERS.body(fixture, number)),
  );

/** Somebody who asks one thing after another, under tokens enough. */
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

function goodputCell({ perSecond, refusedPerSecond, hung, p50, p99 }: Goodput) {
  const rate = cell(perSecond, '/s', 0).text;
  return {
    text: `${rate} · ${p50.toFixed(0)} / ${p99.toFixed(0)} ms · ${Math.round(refusedPerSecond)}/s refused · ${hung} gave up`,
    figures: { 'requests/s': perSecond, 'p50 ms': p50 },
  };
}
