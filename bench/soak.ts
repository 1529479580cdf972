import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { eventually } from '@parcelyard/testing/eventually';
import { type Bench, TOKENS } from './bench';
import { GET_ORDER, LIST_ORDERS } from './cases';
import { type Fixture, makeFixture } from './fixture';
import { sendEach } from './load';
import { mcpEntrant } from './mcp-entrant';
import { sellLabels } from './purchases';
import { type Cell, cell } from './report';
import { residentMemory } from './resident-memory';
import { CREATE_ORDER, restEntrant } from './rest-entrant';
import { type Stack, withStack } from './servers';
import { untilQuiet } from './until-quiet';

const MINUTES = Number(process.env.BENCH_SOAK_MINUTES ?? 30);
/** Minutes between two measurements of the memory. */
const EVERY_MINUTES = Math.min(5, MINUTES);
const MINUTE_MS = 60_000;
/**
 * In one turn, the load buys this many labels and creates this many orders. It also calls each reading tool `CALLS`
 * times.
 */
const LABELS = 20;
const CALLS = 300;
const TURN_MS = 2_000;
const AT_ONCE = 8;
/** Orders of the account at the start: more than the load can buy labels for. */
const ORDERS = (MINUTES * MINUTE_MS * LABELS) / TURN_MS + LABELS;

/**
 * Measures the memory after garbage collection: first of the idle stack, then every few minutes under a mixed load of
 * labels, new orders and lists. The last line is the result of `shipctl ledger verify`.
 */
export async function measureSoak({ builds, show, say }: Bench): Promise<void> {
  const columns = [
    ...['labels', 'resident', 'of it own', 'of it files'],
    ...['heap of the services', 'heaps of other threads'],
  ];
  for (const { name, folder } of builds) {
    const file = join(mkdtempSync(join(tmpdir(), 'parcelyard-soak-')), 'heap.json');
    const probe = pathToFileURL(join(process.cwd(), 'dist/bench-heap.mjs')).href;
    const environment = { NODE_OPTIONS: `--import=${probe}`, HEAP_PROBE_FILE: file };
    await withStack(
      environment,
      async (stack) => {
        const fixture = await makeFixture(stack.at, ORDERS, TOKENS);
        const rows = [{ name: 'idle', cells: await memoryOf(stack, file, 0) }];
        const loadOnce = await startLoad(stack, fixture);
        const begun = Date.now();
        const passed = () => (Date.now() - begun) / MINUTE_MS;
        let labels = 0;
        for (let next = EVERY_MINUTES; next <= MINUTES; next += EVERY_MINUTES) {
          while (passed() < next) labels += await loadOnce();
          const cells = await memoryOf(stack, file, labels);
          rows.push({ name: `after ${next} minutes`, cells });
          console.error(cells.map(({ text }) => text).join(', '));
        }
        show({ title: `Memory under load, ${name}`, columns, rows });
        say(verifyLedger(stack, folder));
      },
      folder,
    );
    rmSync(join(file, '..'), { recursive: true });
  }
}

/** @throws Error when the proof of the ledger fails */
const verifyLedger = ({ dataDir }: Stack, folder: string): string =>
  execFileSync(process.execPath, [join(folder, 'dist/shipctl.mjs'), 'ledger', 'verify'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  });

/** Returns a function that makes one turn of the load. The function returns how many labels the turn bought. */
async function startLoad(stack: Stack, fixture: Fixture): Promise<() => Promise<number>> {
  const asked = { server: 'now', url: stack.mcpUrl, roots: [stack.pid], fixture };
  const calls = await Promise.all([LIST_ORDERS, GET_ORDER].map((test) => mcpEntrant({ ...asked, test })));
  const creation = await restEntrant(asked, CREATE_ORDER);
  let turn = 0;
  return async () => {
    turn += 1;
    const begun = performance.now();
    await sellLabels(stack, [fixture], LABELS, AT_ONCE);
    for (const { url, requests } of calls) {
      const from = (turn * CALLS) % (TOKENS - CALLS);
      await sendEach(url, AT_ONCE, requests(turn).slice(from, from + CALLS));
    }
    await sendEach(creation.url, AT_ONCE, creation.requests(turn, LABELS));
    await pause(Math.max(0, TURN_MS - (performance.now() - begun)));
    return LABELS;
  };
}

async function memoryOf({ pid }: Stack, file: string, labels: number): Promise<Cell[]> {
  await untilQuiet([pid]);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const { 0: main = 0, ...others } = await heapsIn(file);
  const { all, own, files } = residentMemory([pid]);
  const threads = Object.values(others).reduce((sum, heap) => sum + heap, 0);
  const megabytes = [all, own, files, main / 2 ** 20, threads / 2 ** 20];
  return [cell(labels, 'labels', 0), ...megabytes.map((size) => cell(size, 'MB', 0))];
}

/**
 * Waits until at least two threads (services and database) have written to the file, and the file does not change any
 * more.
 */
function heapsIn(file: string): Promise<Record<string, number>> {
  let before = '';
  return eventually(
    () => {
      const text = readFileSync(file, 'utf8');
      const heaps = JSON.parse(text) as Record<string, number>;
      const isWhole = Object.keys(heaps).length > 1 && text === before;
      before = text;
      if (!isWhole) throw new Error('Not every thread has collected its garbage.');
      return heaps;
    },
    60_000,
    1_000,
  );
}
