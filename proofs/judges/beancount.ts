import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBillingApp } from '@parcelyard/billing/app';
import { billingVariables } from '@parcelyard/billing/config';
import { BillingDefinition, type Transfer } from '@parcelyard/contracts/billing';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { createInProcessBus } from '@parcelyard/events/in-process-bus';
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
const LIMITS = { perDayCents: 9_000, perLabelCents: 1_999 };

export const beancount: Judge = {
  name: 'beancount',
  proves:
    "A bookkeeping program agrees with every balance, shipment count and day's spending of billing's ledger.",
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`beancount==${VERSION}`]);
    const check = (books: string) => checkBooks(workshop, join(programs, 'bean-check'), books);
    const transfers = await makeTransfers();
    const faults = await check(toBooks(transfers));
    // Books with one wrong transfer must make the judge report a fault. Otherwise the judge has checked nothing.
    for (const [what, spoil] of WRONG_TRANSFERS) {
      if ((await check(toBooks(withWrongTransfer(transfers, spoil)))).length === 0)
        faults.push(`bean-check did not notice ${what}.`);
    }
    const keys = new Set(transfers.map(({ key }) => key));
    const drawn = transfers.filter(
      ({ kind, spending }) => kind === 'hold' && keys.has(spending?.reservation ?? ''),
    );
    const adjustments = transfers
      .filter(({ kind }) => kind === 'carrier_adjustment')
      .map(({ lines }) => lines.find(({ ledger }) => ledger === 'available')?.cents ?? 0);
    if (!adjustments.some((cents) => cents < 0) || !adjustments.some((cents) => cents > 0))
      faults.push('The transfers do not contain both positive and negative adjustments by carriers.');
    if (drawn.length === 0) faults.push('The transfers contain no label of a batch.');
    return { version: VERSION, checked: transfers.length, faults };
  },
};

type Client = ReturnType<typeof createLocalClient<typeof BillingDefinition>>;

/**
 * Runs two processes of billing on one database, over the end of a month, with many purchases, recharges and voids at a
 * time. Returns the transfers.
 */
async function makeTransfers(): Promise<readonly Transfer[]> {
  const database = await startTestDatabase();
  const clock = new FakeClock();
  clock.set('2026-03-30T12:00:00Z');
  const config = loadConfig(billingVariables, { MONGODB_URI: 'mongodb://not-used', PAYMENTS: 'sandbox' });
  const bus = createInProcessBus({ logger: silentLogger });
  const start = () =>
    createBillingApp({
      config,
      mongo: database,
      bus,
      clock,
      logger: silentLogger,
      failPoint: () => undefined,
    });
  const apps = [await start(), await start()];
  const clients = apps.map((app) =>
    createLocalClient(BillingDefinition, app.handlers, { defaultTimeoutMs: 30_000 }),
  );
  const some = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T;
  const [one] = clients as [Client, Client];
  for (const accountId of ACCOUNTS) {
    await one.updateAccount({
      accountId,
      plan: accountId === 1 ? 'starter' : 'enterprise',
      idempotencyKey: 'gift',
      autoRechargeCents: [0, 1, 2_500, 0][accountId - 1],
      addReferralCreditCents: 700,
    });
    await one.addBalance({ accountId, amountCents: 40_000, idempotencyKey: 'first' });
    await one.setSpendingLimits({ accountId, token: LIMITS, app: { perDayCents: 6_000 } });
  }
  const known: { accountId: number; purchaseId: string }[] = [];
  const sold: typeof known = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.advance(3_600_000);
    const calls = Array.from({ length: AT_A_TIME }, (_, n) => {
      const [client, accountId] = [some(clients), some(ACCOUNTS)];
      const fresh = { accountId, purchaseId: `pur_${round}${n}_1` };
      known.push(fresh);
      // Chooses one of the last purchases, so that purchases are captured, released, refunded and held again. Some of
      // these calls are made before the purchase has a hold.
      const purchase = some(known.slice(-2 * AT_A_TIME));
      const terms = {
        postageCents: some([545, 700, 1_999]),
        insuranceCents: some([0, 115]),
        batch: some([true, false]),
        spending: {
          connectionKind: some([ConnectionKind.TOKEN, ConnectionKind.APP]),
          orderIds: [round * 100 + n],
          approvalId: '',
          dearestCents: 0,
          reservation: `bat_${some([round, round - 1])}`,
        },
      };
      const adjustment = () => ({
        adjustmentId: some(['adj_1', 'adj_2']),
        cents: some([410, 990, -210, 0]),
        reason: '',
        billed: { weightOz: 12 },
        measured: { weightOz: 28 },
        at: clock.now(),
        reportNumber: round,
      });
      const reservation = { accountId, key: `bat_${some([round, round - 1])}` };
      const hold = () => client.hold({ ...fresh, ...terms });
      const capture = async () => {
        await client.capture({ ...purchase, withoutInsurance: some([true, false]) });
        sold.push(purchase);
      };
      const adjusted = sold.length > 0 ? some(sold) : purchase;
      const adjust = () =>
        client.adjustPostage({ ...adjusted, adjustment: adjustment(), trackingNumber: '' });
      return some([
        ...[hold, hold, hold, hold, capture, capture, capture],
        () => client.hold({ ...purchase, ...terms }),
        () => client.release(purchase),
        () => client.refund(some(known.slice(-4 * AT_A_TIME))),
        ...[adjust, adjust],
        () =>
          client.rechargeForBatch({ accountId, key: `bat_${round}`, postageCents: 9_000, insuranceCents: 0 }),
        () =>
          client.reserveSpending({
            ...reservation,
            postageCents: some([2_000, 5_000]),
            insuranceCents: 0,
            spending: { ...terms.spending, reservation: '' },
          }),
        () => client.endReservation(reservation),
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

/**
 * Writes the transfers in Beancount's format. Each transfer has its own day. At the beginning of the next day, the
 * balances must be those of the ledger.
 */
function toBooks(transfers: readonly Transfer[]): string {
  const names = new Set<string>();
  const named = (name: string) => {
    names.add(name);
    return name;
  };
  const open = new Set<string>();
  const entries = transfers.flatMap((transfer) => {
    const { key, accountId, seq, kind, lines, shipmentMonth, ...after } = transfer;
    const account = (name: string) => named(`Assets:A${accountId}:${name}`);
    const counted = (month: string) => account(`Shipments:M${month}`);
    const shipment = shipmentMonth ? { hold: 1, release: -1 }[kind] : undefined;
    const asserted = (name: string, amount: string) => `${day(seq + 1)} balance ${name} ${amount}`;
    const { shipmentsAfter, spendingAfter } = after;
    const spending = spendingPostings(transfer, open);
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
      ...spending.flatMap(({ name, cents }) => [
        `  ${account(name)}  ${cents} SPENT`,
        `  ${named('Equity:Spending')}  ${-cents} SPENT`,
      ]),
      asserted(account('Available'), `${after.availableAfterCents} CENT`),
      asserted(account('Held'), `${after.heldAfterCents} CENT`),
      ...(shipmentsAfter?.month
        ? [asserted(counted(shipmentsAfter.month), `${shipmentsAfter.used} SHIPMENT`)]
        : []),
      ...(spendingAfter?.day
        ? [
            asserted(account(spentName('token', spendingAfter.day)), `${spendingAfter.tokenCents} SPENT`),
            asserted(account(spentName('app', spendingAfter.day)), `${spendingAfter.appCents} SPENT`),
          ]
        : []),
      ...(spendingAfter?.reserved ?? []).map(({ reservation, cents }) =>
        asserted(account(leftName(reservation)), `${cents} SPENT`),
      ),
      ...(kind === 'reservation_end' && transfer.spending
        ? [asserted(account(leftName(transfer.spending.reservation)), '0 SPENT')]
        : []),
    ];
  });
  return [...[...names].map((name) => `1999-01-01 open ${name}`), ...entries, ''].join('\n');
}

/**
 * Beancount allows only letters, digits and dashes in names. The name of a spending day also contains a time zone,
 * which has other characters.
 */
const plain = (text: string) => text.replace(/[^a-z0-9]/gi, '-');
const spentName = (kind: string, day: string) => `Spent:K${kind}:D${plain(day)}`;
const leftName = (reservation: string) => `Left:R${plain(reservation)}`;

/**
 * Returns how a transfer changes the spending of its day, or the reservation of its batch. The change is computed only
 * from the amounts that the transfer's lines hold and release. Once a day has ended, its spending is no longer checked.
 */
function spendingPostings({ key, kind, lines, spending, resolves }: Transfer, open: Set<string>) {
  if (!spending) return [];
  const moved = (ledger: string) =>
    lines.filter((line) => line.ledger === ledger).reduce((sum, { cents }) => sum + cents, 0);
  const ofDay = { name: spentName(spending.kind, spending.day), cents: spending.cents };
  if (kind === 'reservation') {
    open.add(key);
    return [ofDay, { name: leftName(key), cents: spending.cents }];
  }
  if (kind === 'reservation_end') {
    open.delete(resolves ?? '');
    return [ofDay, { name: leftName(spending.reservation), cents: spending.cents }];
  }
  const cents = kind === 'hold' ? moved('held') : -moved('available');
  return open.has(spending.reservation)
    ? [{ name: leftName(spending.reservation), cents: -cents }]
    : [{ ...ofDay, cents }];
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

type Change = (transfer: Transfer) => Transfer;

const WRONG_TRANSFERS: readonly [what: string, spoil: Change][] = [
  [
    'a balance that is a cent too high',
    (one) => ({ ...one, availableAfterCents: one.availableAfterCents + 1 }),
  ],
  ['a shipment that nobody counted', (one) => ({ ...one, shipmentMonth: undefined })],
  [
    'a day whose spending is a cent too low',
    (one) => ({
      ...one,
      spendingAfter: one.spendingAfter && {
        ...one.spendingAfter,
        tokenCents: one.spendingAfter.tokenCents - 1,
      },
    }),
  ],
  ['a hold that is counted on no day', (one) => ({ ...one, spending: undefined })],
];

function withWrongTransfer(transfers: readonly Transfer[], spoil: Change): readonly Transfer[] {
  const index = transfers.findIndex(({ kind }) => kind === 'hold');
  return transfers.map((transfer, at) => (at === index ? spoil(transfer) : transfer));
}
