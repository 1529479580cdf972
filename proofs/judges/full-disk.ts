import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { anOrder, buyLabel, type RestShop, restShop } from '../buy-label';
import type { Judge } from '../judge';
import { type RunningStack, withStack } from '../with-stack';
import type { Workshop } from '../workshop';

/** The size of the file system. It is larger than the 64 MB that the embedded engine keeps free. */
const SIZE = '320m';
const TRIES = 100;
const UNDER_WAY = 20;
/**
 * Within this time, everything must work again, and no process may be restarted. The only exception is a nats-server
 * that has lost JetStream because of the full disk: the stack restarts it.
 */
const RECOVERY_MS = 240_000;

/** Fills a separate small file system under a running stack completely, then makes space free again. */
export const fullDisk: Judge = {
  name: 'full disk (tmpfs)',
  proves:
    'While the disk is full, nothing is saved in part, and every caller gets an error. When the disk has space again, everything works, and no process except NATS was restarted.',
  needs: ['mount', 'umount', 'unshare', 'nats-server'],
  // Only root may mount.
  needsSuccess: [['unshare', '--mount', 'true']],
  async judge(workshop) {
    const disk = join(workshop.folder, 'disk');
    mkdirSync(disk, { recursive: true });
    await workshop.run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
    try {
      const faults = await withStack(
        (stack) => fill(workshop, stack, disk),
        { SPLIT: '1', LOG_LEVEL: 'silent' },
        disk,
      );
      return { version: 'Linux', checked: TRIES + UNDER_WAY, faults };
    } finally {
      await workshop.run('umount', ['--lazy', disk]);
    }
  },
};

async function fill(workshop: Workshop, stack: RunningStack, disk: string): Promise<string[]> {
  const rest = restShop(stack.baseUrl, stack.demo.accessToken);
  const faults: string[] = [];
  if ((await buyLabel(rest)).status !== 200) throw new Error('The purchase before the disk is full fails.');
  const before = await count(rest);
  const processes = processesOf(stack);
  const filler = join(disk, 'filler');
  // The purchases run while the disk becomes full, so the purchases are at different steps when the disk is full.
  const underWay = Promise.allSettled(Array.from({ length: UNDER_WAY }, () => buyLabel(rest)));
  writeUntilFull(filler);
  await underWay;
  const kept = [];
  for (let n = 0; n < TRIES; n += 1) kept.push(await tryOrder(rest));
  rmSync(filler);
  const odd = kept.filter((status) => status !== 503);
  if (odd.length > 0) faults.push(`${odd.length} orders on a full disk got the status ${[...new Set(odd)]}.`);
  const afterwards = await eventually(async () => {
    const { status } = await buyLabel(rest);
    if (status !== 200) throw new Error(`A purchase gets the status ${status}.`);
  }, RECOVERY_MS).catch((error: Error) => error);
  if (afterwards) faults.push(`With space again: ${afterwards.message}`);
  const added = (await count(rest)) - before;
  if (added < 1 || added > 1 + UNDER_WAY) faults.push(`${added} orders were added.`);
  if (processesOf(stack) !== processes) faults.push('A service was restarted.');
  for (const words of [['doctor'], ['ledger', 'verify']]) {
    const found = await eventually(async () => {
      const { code, stdout } = await shipctl(workshop, stack, words);
      if (code !== 0) throw new Error(stdout.slice(-500));
    }, RECOVERY_MS).catch((error: Error) => error);
    if (found) faults.push(`${words.join(' ')}: ${found.message}`);
  }
  return faults;
}

const shipctl = (workshop: Workshop, { dataDir }: RunningStack, words: readonly string[]) =>
  workshop.attempt(process.execPath, [resolve('dist/shipctl.mjs'), ...words], {
    environment: { DATA_DIR: dataDir },
  });

/** Returns the process ids that the supervisor wrote last. */
const processesOf = ({ dataDir }: RunningStack): string =>
  JSON.stringify(JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')).services);

async function count(rest: RestShop): Promise<number> {
  const { body } = await rest('GET', '/public/orders');
  return body.pagination.total as number;
}

/**
 * Tries to create an order.
 * @returns the HTTP status; 0 without an answer
 */
const tryOrder = (rest: RestShop): Promise<number> =>
  rest('POST', '/public/order', anOrder()).then(
    ({ status }) => status,
    () => 0,
  );

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const size of [1_048_576, 4_096, 1]) {
      const bytes = Buffer.alloc(size);
      for (;;) {
        try {
          writeSync(descriptor, bytes);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') break;
          throw error;
        }
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
