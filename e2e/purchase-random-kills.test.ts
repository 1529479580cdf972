import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { findUnfinished, NOTHING_UNFINISHED } from './support/find-unfinished';
import { sellFromStore } from './support/sell-from-store';
import { shipctl } from './support/shipctl';
import { POLITE_PAUSE_MS } from './support/shop';
import { type Stack, startStack } from './support/start-stack';
import { faults, type Traded, tradeOnce } from './support/trade-under-faults';

const VICTIMS = [
  ...['shipping', 'billing', 'orders', 'pickups', 'shipping', 'gateway'],
  ...['pickups', 'billing', 'shipping', 'orders', 'billing', 'shipping'],
];
/**
 * Fail points of the pickups service. From the second round of `VICTIMS` on, this service is not killed but ends itself
 * at one of these points, which a random kill would hardly ever hit. The short run has only one round and does not use
 * the points: each of them makes the run about half a minute longer, until another process takes over the work.
 */
const PICKUP_STEPS = [
  ...[
    'pickup-1-claimed',
    'pickup-add-2-assigned',
    'pickup-cancel-1-taken',
    'pickup-2-assigned',
    'pickup-released',
  ],
  ...['pickup-add-1-taken', 'pickup-3-booked', 'pickup-cancel-2-withdrawn', 'pickup-add-3-told'],
];
/** How many times a service is killed. By default, once for each entry of `VICTIMS`; `KILLS=500` is the long run. */
const KILLS = Number(process.env.KILLS ?? VICTIMS.length);
/** The longest delay that a kill may cause, in milliseconds. */
const PER_KILL_MS = 60_000;
const SHOPS = 4;

type Data = Record<string, unknown>;

describe('services that are killed at random during purchases, voids, batches, store orders, scans and pickups [MCP-M7] [MCP-P5]', () => {
  let stack: Stack;
  let clean = false;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1', VOID_REFUND_DELAY_S: '1' });
  });
  afterAll(async () => {
    // The stack is undefined when its start failed.
    if (!stack) return;
    if (!clean) printLog(stack);
    await stack.remove();
  });

  it(
    'leave each order with one paid label or none, every card charge in the ledger, no locked order, and only orders of real pickups waiting',
    async () => {
      const kills = startKilling(stack, KILLS);
      const trading = Array.from({ length: SHOPS }, (_, shop) => tradeWhile(stack, kills.isKilling, shop));
      const everything = Promise.all([sellWhile(stack, kills.isKilling), ...trading]);
      const [sold = [], ...others] = await everything.finally(kills.stop);
      const traded = [...sold, ...others.flat()];
      // In each round of `sellFromStore`, the carrier adjusts the postage of one label.
      const adjustments = sold.length;
      await kills.done;

      const bought = traded.flatMap((round) => round.bought);
      const books = await eventually(
        async () => {
          const found = await shipctl(stack.dataDir, 'ledger', 'verify');
          expect(found).toMatchObject({ ok: true, open_holds: 0, adjustments });
          return found as Data;
        },
        90_000,
        500,
      );
      expect(books.captures).toBeGreaterThanOrEqual(bought.length);
      expect(new Set(bought).size).toBe(bought.length);
      const shops = traded.map(({ shop }) => shop);
      await eventually(
        async () => expect(await findUnfinished(stack, shops)).toEqual(NOTHING_UNFINISHED),
        90_000,
        POLITE_PAUSE_MS,
      );
      clean = true;
      process.stdout.write(
        `${KILLS} kills, ${books.captures} labels paid, ${adjustments} adjusted, ${traded.length} rounds of trade; ledger clean, no order or pickup left behind\n`,
      );
    },
    300_000 + KILLS * PER_KILL_MS,
  );
});

/**
 * Writes the output of every service to a file and prints the file's path. This happens before the data is removed, so
 * that the reason of a failure can be read.
 */
function printLog(stack: Stack): void {
  const file = join(tmpdir(), `parcelyard-kills-${process.pid}.log`);
  writeFileSync(file, stack.output());
  process.stdout.write(`What the services printed is in ${file}\n`);
}

/**
 * Does one round of work after another while services are killed. Failed calls are repeated, as a patient assistant
 * repeats them.
 */
async function tradeWhile(stack: Stack, isKilling: () => boolean, shop: number): Promise<Traded[]> {
  const rounds: Traded[] = [];
  do {
    const even = (shop + rounds.length) % 2 === 0;
    rounds.push(await tradeOnce(stack, even ? 'pickup stays booked' : 'every label of the pickup is voided'));
  } while (isKilling());
  return rounds;
}

async function sellWhile(stack: Stack, isKilling: () => boolean): Promise<Traded[]> {
  const rounds: Traded[] = [];
  do rounds.push(await sellFromStore(stack));
  while (isKilling());
  return rounds;
}

/**
 * After a service was replaced, the test waits until the callers have got a random number of answers, below this
 * number. Only then does it kill the next service. Without this wait, services on a slow machine would be starting all
 * the time.
 */
const MAX_ANSWERS = 10;

/**
 * Kills a service, waits until the supervisor has replaced it, waits for some answers, and continues with the next
 * service.
 */
function startKilling(stack: Stack, kills: number) {
  let isKilling = true;
  const stop = () => {
    isKilling = false;
    faults.isUnderWay = false;
  };
  const killAll = async () => {
    let steps = 0;
    for (let count = 0; isKilling && count < kills; count += 1) {
      const victim = VICTIMS[count % VICTIMS.length] as string;
      const { pid } = stack.file().services[victim] as { pid: number };
      const replaced = (patience: number) =>
        eventually(() => expect(stack.file().services[victim]?.pid).not.toBe(pid), patience);
      if (victim === 'pickups' && count >= VICTIMS.length) {
        stack.failAt(PICKUP_STEPS[steps++ % PICKUP_STEPS.length] as string);
        await replaced(PER_KILL_MS * 10);
      } else {
        faults.isUnderWay = true;
        process.kill(pid, 'SIGKILL');
        await replaced(PER_KILL_MS * 10);
        faults.isUnderWay = false;
      }
      const enough = faults.answers + Math.floor(Math.random() * MAX_ANSWERS);
      await eventually(() => expect(isKilling && faults.answers < enough).toBe(false), PER_KILL_MS * 10);
    }
  };
  const done = killAll().finally(stop);
  // The caller that awaits this promise gets the failure. Until then, the failure must not end the test run.
  done.catch(() => undefined);
  return { done, isKilling: () => isKilling, stop };
}
