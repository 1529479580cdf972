import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@parcelyard/testing/eventually';
import { buyLabel, type RestShop, restShop } from '../buy-label';
import type { Judge } from '../judge';
import { startServer } from '../mongodb/start-server';
import { type RunningStack, withStack } from '../with-stack';
import type { Workshop } from '../workshop';

/** How long the database's clock stays ahead. Services follow the clock within a shorter time. */
const AHEAD_MS = 60_000;
/** After this time, no time that was written during the jump may block anything. */
const RECOVERY_MS = 240_000;

/** Moves the clock of the database, which all services follow, a day ahead and back while a stack is running. */
export const clockAhead: Judge = {
  name: 'clock ahead (libfaketime)',
  proves:
    "After the database's clock was a day ahead for a minute, a busy token still works, and a purchase from that minute ends.",
  needs: ['faketime', 'nats-server'],
  async judge(workshop) {
    const database = await startDatabase(workshop);
    try {
      const faults = await withStack((stack) => jump(workshop, stack, database.setClock), {
        MONGODB_URI: `${database.uri}&directConnection=true`,
        SPLIT: '1',
      });
      return { version: 'libfaketime', checked: 4, faults };
    } finally {
      await database.stop();
    }
  },
};

async function startDatabase(workshop: Workshop) {
  const data = join(workshop.folder, 'data');
  const clock = join(workshop.folder, 'clock');
  const setClock = (offset: '+0' | '+1d') => writeFileSync(clock, `${offset}\n`);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  setClock('+0');
  const set = await workshop.run('faketime', ['-f', '+0', 'env']);
  const variables = [
    ...set.split('\n').filter((line) => line.startsWith('LD_PRELOAD=')),
    ...[`FAKETIME_TIMESTAMP_FILE=${clock}`, 'FAKETIME_NO_CACHE=1', 'FAKETIME_DONT_FAKE_MONOTONIC=1'],
    ...[`EMBEDDED_MONGO_DATA_DIR=${data}`, 'EMBEDDED_MONGO_HOST=127.0.0.1', 'EMBEDDED_MONGO_PORT=0'],
  ];
  const program = [process.execPath, resolve('dist/embedded-mongo.mjs')];
  const { uri, stop } = await startServer('env', [...variables, ...program], workshop.folder);
  return { uri: (JSON.parse(uri) as { uri: string }).uri, stop, setClock };
}

async function jump(
  workshop: Workshop,
  { baseUrl, demo, dataDir }: RunningStack,
  setClock: (offset: '+0' | '+1d') => void,
): Promise<string[]> {
  const rest = restShop(baseUrl, demo.accessToken);
  const faults: string[] = [];
  const note = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  setClock('+1d');
  const began = Date.now();
  let orderId = 0;
  while (Date.now() - began < AHEAD_MS) {
    await rest('GET', '/public/balance');
    // In the middle of the jump, the services already follow the changed clock. At this moment, the carrier sells a
    // label, but the carrier's answer is lost.
    if (orderId === 0 && Date.now() - began > AHEAD_MS / 2) orderId = await buyWithLostAnswer(rest);
    await pause(500);
  }
  setClock('+0');
  const told = await eventually(async () => {
    const { status } = await rest('GET', '/public/balance');
    if (status !== 200) throw new Error(`GET /public/balance is ${status}.`);
    return status;
  }, RECOVERY_MS).catch((error: Error) => error.message);
  note(told === 200, `A busy token stays locked out: ${told}`);
  const settled = await eventually(async () => {
    const { body } = await rest('GET', `/public/order/${orderId}`);
    if (!body?.result?.shipment?.trackingNumber)
      throw new Error(`The order is ${JSON.stringify(body?.result?.orderStatus)}.`);
    return true;
  }, RECOVERY_MS).catch((error: Error) => error.message);
  note(settled === true, `The purchase from that minute does not end: ${settled}`);
  note((await buyLabel(rest)).status === 200, 'A purchase afterwards fails.');
  const { code, stdout } = await workshop.attempt(
    process.execPath,
    ['dist/shipctl.mjs', 'ledger', 'verify'],
    {
      folder: process.cwd(),
      environment: { DATA_DIR: dataDir },
    },
  );
  note(code === 0, `ledger verify: ${stdout.slice(0, 500)}`);
  return faults;
}

async function buyWithLostAnswer(rest: RestShop): Promise<number> {
  const { orderId, status } = await buyLabel(rest, { externalOrderId: 'SBX_TIMEOUT_AFTER_BUY' });
  if (status === 200) throw new Error('The answer of the carrier was not lost.');
  return orderId;
}
