import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBillingApp } from '@parcelyard/billing/app';
import { billingVariables } from '@parcelyard/billing/config';
import { BillingDefinition, type Transfer } from '@parcelyard/contracts/billing';
import { loadConfig } from '@parcelyard/service-kit/config';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const VERSION = '3.1.0';
const ACCOUNTS = [1, 2, 3, 4];
const ROUNDS = 60;
const AT_A_TIME = 12;

export const beancount: Judge = {
  name: 'beancount',
  proves: "A bookkeeping program agrees with every balance and shipment count of billing's ledger.",
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`beancount==${VERSION}`]);
    const check = (books: string) => checkBooks(workshop, join(programs, 'bean-check'), books);
    const transfers = await liveALittle();
    const faults = await check(toBooks(transfers));
    // A judge that finds nothing anywhere has looked at nothing.
    for (const [what, spoil] of SPOILS) {
      if ((await check(toBooks(spoilt(transfers, spoil)))).length === 0)
        faults.push(`It did not see ${what}.`);
    }
    return { version: VERSION, checked: transfers.length, faults };
  },
};

type Client = ReturnType<typeof createLocalClient<typeof BillingDefinition>>;

/** Two processes of billing on one database, over the turn of a month: purchases, recharges, voids, many at a time. */
async function liveALittle(): Promise<readonly Transfer[]> {
  const database = await startTestDatabase();
  const clock = new FakeClock();
  clock.set('2026-03-30T12:00:00Z');
  const config = loadConfig(billingVariables, { MONGODB_URI: 'mongodb://not-used' });
  const start = () =>
    createBillingApp({ config, mongo: database, clock, logger: silentLogger, failPoint: () => undefined });
  const apps = [await start(), await start()];
  const clients = apps.map((app) =>
    createLocalClient(BillingDefinition, app.handlers, { defaultTimeoutMs: 30_000 }),
  );
  const some = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T;
  const [one] = clients as [Client, Client];
  for (const accountId of ACCOUNTS) {
    await one.updateAccount({
      ...{ accountId, plan: accountId === 1 ? 'starter' : 'enterprise', idempotencyKey: 'gift' },
      ...{ autoRechargeCents: [0, 1, 2_500, 0][accountId - 1], addReferralCreditCents: 700 },
    });
    await one.addBalance({ accountId, amountCents: 40_000, idempotencyKey: 'first' });
  }
  const known: { accountId: number; purchaseId: string }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.advance(3_600_000);
    const calls = Array.from({ length: AT_A_TIME }, (_, n) => {
      const [client, accountId] = [some(clients), some(ACCOUNTS)];
      const fresh = { accountId, purchaseId: `pur_${round}${n}_1` };
      known.push(fresh);
      // One of the last, so that purchases are captured, released, refunded and held again, also before they are held.
      const purchase = some(known.slice(-2 * AT_A_TIME));
      const terms = {
        postageCents: some([545, 700, 1_999]),
        insuranceCents: some([0, 115]),
        batch: some([true, false]),
      };
      const hold = () => client.hold({ ...fresh, ...terms });
      const capture = () => client.capture({ ...purchase, withoutInsurance: some([true, false]) });
      return some([
        ...[hold, hold, hold, hold, capture, capture, capture],
        () => client.hold({ ...purchase, ...terms }),
        () => client.release(purchase),
        () => client.refund(some(known.slice(-4 * AT_A_TIME))),
        () => client.topUp({ accountId, key: `bat_${round}`, postageCents: 9_000, insuranceCents: 0 }),
        () => client.redeemReferralCredit({ accountId, amountCents: 50, confirm: true }),
      ])();
    });
    await Promise.allSettled(calls);
  }
  const { transfers } = await one.listTransfers({
    accountId: 0,
    afterAccountId: 0,
    afterSeq: 0,
    limit: 1_000,
  });
  await Promise.all(apps.map((app) => app.stop()));
  await database.close();
  return transfers;
}

/** One day a transfer, and at the next day's begin what the ledger says is left. */
function toBooks(transfers: readonly Transfer[]): string {
  const names = new Set<string>();
  const named = (name: string) => {
    names.add(name);
    return name;
  };
  const entries = transfers.flatMap(({ key, accountId, seq, kind, lines, shipmentMonth, ...after }) => {
    const account = (name: string) => named(`Assets:A${accountId}:${name}`);
    const counted = (month: string) => account(`Shipments:M${month}`);
    const shipment = shipmentMonth ? { hold: 1, release: -1 }[kind] : undefined;
    const asserted = (name: string, amount: string) => `${day(seq + 1)} balance ${name} ${amount}`;
    const { shipmentsAfter } = after;
    return [
      `${day(seq)} * "${kind}" "${key}"`,
      ...lines.map(({ ledger, cents }) => {
        const own = { available: 'Available', held: 'Held' }[ledger];
        return `  ${own ? account(own) : named(`Equity:L${ledger.replaceAll('_', '-')}`)}  ${cents} CENT`;
      }),
      ...(shipment && shipmentMonth
        ? [
            `  ${counted(shipmentMonth)}  ${shipment} SHIPMENT`,
            `  ${named('Equity:Shipments')}  ${-shipment} SHIPMENT`,
          ]
        : []),
      asserted(account('Available'), `${after.availableAfterCents} CENT`),
      asserted(account('Held'), `${after.heldAfterCents} CENT`),
      ...(shipmentsAfter?.month
        ? [asserted(counted(shipmentsAfter.month), `${shipmentsAfter.used} SHIPMENT`)]
        : []),
    ];
  });
  return [...[...names].map((name) => `1999-01-01 open ${name}`), ...entries, ''].join('\n');
}

const DAY_MS = 86_400_000;
const day = (seq: number) => new Date(Date.UTC(2000, 0, 1) + seq * DAY_MS).toISOString().slice(0, 10);

async function checkBooks(workshop: Workshop, program: string, books: string): Promise<string[]> {
  const file = join(workshop.folder, 'books.beancount');
  writeFileSync(file, books);
  const { code, stdout, stderr } = await workshop.attempt(program, ['--no-cache', file]);
  if (code === 0) return [];
  const told = `${stdout}${stderr}`.split('\n').filter((line) => /^\S+:\d+:/.test(line));
  return told.length > 0 ? told : [`bean-check ended with code ${code}.`];
}

type Spoil = (transfer: Transfer) => Transfer;

const SPOILS: readonly [what: string, spoil: Spoil][] = [
  [
    'a balance that is a cent too high',
    (one) => ({ ...one, availableAfterCents: one.availableAfterCents + 1 }),
  ],
  ['a shipment that nobody counted', (one) => ({ ...one, shipmentMonth: undefined })],
];

/** The books with one transfer that lies. */
function spoilt(transfers: readonly Transfer[], spoil: Spoil): readonly Transfer[] {
  const index = transfers.findIndex(({ kind }) => kind === 'hold');
  return transfers.map((transfer, at) => (at === index ? spoil(transfer) : transfer));
}
