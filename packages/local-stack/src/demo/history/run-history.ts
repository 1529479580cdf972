import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cents } from '@parcelyard/money/cents';
import type { Logger } from '@parcelyard/service-kit/logger';
import { freePorts } from '@parcelyard/testing/free-ports';
import { startMailSink } from '../../mail-sink';
import { runSingle } from '../../run-single';
import { createScope, type Scope } from '../../scope';
import { SERVICES, type ServiceName, type StackContext } from '../../service-environment';
import { writeFileAtomically } from '../../write-file-atomically';
import { demoCustomers, lapsedCustomers } from '../demo-customers';
import { openDemoAccount, setUpDemoAccount } from '../seed-demo';
import { createAssistant } from './assistant';
import { HISTORY_WEEKS } from './history-weeks';
import { type Shop, simulateWeek } from './simulate-week';
import { createTravellingClock, type TravellingClock } from './travelling-clock';
import { until } from './until';

interface Options {
  readonly context: StackContext;
  readonly programsDir: string;
  readonly dataDir: string;
  readonly logger: Logger;
  /** Lifetime of the demo's access token, in seconds. */
  readonly tokenTtlS: number;
  /** After this time, the creation of the history ends, even if it is incomplete. */
  readonly patienceMs: number;
  /** Ends the creation at once. The next start continues it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The stored progress of the history. If the creation is interrupted, the next start continues where the progress ends.
 */
interface Progress {
  /** The day from which all dates are counted back. */
  readonly today: string;
  /** The number of weeks that are done. */
  readonly lived: number;
}

/**
 * The number of orders that the store gets in a day. It is small, because the shop is young at the beginning of the
 * history.
 */
const ORDERS_PER_DAY = 4;
const BALANCE = cents(250_00);

const DAY_MS = 86_400_000;
const FILE = 'demo-history.json';

/**
 * Creates the demo account's history. The services run in this process on their own clock, which moves from week to
 * week while an assistant ships the orders. All data is written by these services. They stop before the stack starts
 * its own services. An existing account is left unchanged.
 */
export async function runHistory(options: Options): Promise<void> {
  const path = join(options.dataDir, FILE);
  const resumed = existsSync(path);
  let progress: Progress = resumed
    ? (JSON.parse(readFileSync(path, 'utf8')) as Progress)
    : { today: new Date().toISOString(), lived: 0 };
  if (progress.lived >= HISTORY_WEEKS.length) return;
  const keep = (next: Progress) => {
    progress = next;
    writeFileAtomically(path, JSON.stringify(progress));
  };
  keep(progress);

  const giveUpAt = performance.now() + options.patienceMs;
  const scope = createScope();
  try {
    const clock = createTravellingClock(momentOf(progress, progress.lived, resumed));
    const shop = await openShop(options, clock, scope, resumed);
    if (shop) {
      for (const [number, week] of HISTORY_WEEKS.entries()) {
        if (number < progress.lived) continue;
        if (performance.now() > giveUpAt) break;
        clock.travelTo(momentOf(progress, number, resumed));
        await simulateWeek(shop, week);
        keep({ ...progress, lived: number + 1 });
      }
      const daysAgo = (days: number) => new Date(Date.parse(progress.today) - days * DAY_MS);
      clock.travelTo(daysAgo(3));
      await waitForDeliveries(shop);
      // All parcels are delivered now. The clock moves on, because the pickups service sees this only at its next check
      // of each pickup.
      clock.travelTo(daysAgo(1));
      await waitForPickups(shop);
    }
    keep({ ...progress, lived: HISTORY_WEEKS.length });
  } finally {
    await scope.close();
  }
}

/**
 * Returns the moment at which a week begins. An interrupted week continues a little later than it began, because the
 * leases of the interrupted run must have expired.
 */
function momentOf({ today, lived }: Progress, number: number, resumed: boolean): Date {
  const week = HISTORY_WEEKS[number] as (typeof HISTORY_WEEKS)[number];
  const later = resumed && number === lived ? 15 * 60_000 : 0;
  return new Date(Date.parse(today) - week.daysAgo * DAY_MS + later);
}

/** Returns undefined when the account already exists. */
async function openShop(
  { context, programsDir, logger, tokenTtlS, signal }: Options,
  clock: TravellingClock,
  scope: Scope,
  resumed: boolean,
): Promise<Shop | undefined> {
  const [port, ...ports] = (await freePorts(1 + SERVICES.length)) as [number, ...number[]];
  const addresses = SERVICES.map((name, place) => [name, `127.0.0.1:${ports[place]}`] as const);
  // A separate mail sink, because mails of the past must not appear in today's folder.
  const mail = await startMailSink(undefined, logger);
  scope.add(mail.stop);
  const pastS = Math.ceil((Date.now() - clock.now().getTime()) / 1000);
  const { clients } = await runSingle({
    context: {
      ...context,
      forwarded: {
        LOG_LEVEL: context.forwarded.LOG_LEVEL ?? 'warn',
        CARRIERS: 'sandbox',
        PAYMENTS: 'sandbox',
        ACCESS_TOKEN_TTL_S: String(pastS + tokenTtlS),
        // With this interval between carrier scans, parcels are delivered two and a half days after the purchase.
        SANDBOX_SCAN_INTERVAL_S: String(30 * 3_600),
      },
      natsUrl: '',
      smtpUrl: mail.url,
      port,
      addresses: Object.fromEntries(addresses) as Record<ServiceName, string>,
    },
    programsDir,
    scope,
    logger,
    clock,
  });
  const { account, isNew } = await openDemoAccount(clients);
  if (!isNew && !resumed) return undefined;
  const { accountId, accessToken } = account;
  await setUpDemoAccount(clients, accountId, ORDERS_PER_DAY);
  const idempotencyKey = `demo-history-${accountId}`;
  await clients.billing.addBalance({ accountId, amountCents: BALANCE, idempotencyKey });
  const customers = [...demoCustomers(accountId), ...lapsedCustomers(accountId)];
  const { ids } = await clients.customers.importCustomers({ accountId, customers });
  const book = customers.map((person, place) => ({ ...person, customerId: ids[place] as number }));
  const callTool = createAssistant(`http://127.0.0.1:${port}/mcp`, accessToken, signal);
  return { accountId, book, clients, clock, callTool, shipped: new Set() };
}

/**
 * Waits until all shipped parcels are delivered. Afterwards, the stack starts its own sandbox carriers, which scan
 * faster. They must not scan these parcels.
 */
async function waitForDeliveries({ callTool, shipped }: Shop): Promise<void> {
  for (const status of ['PrintLabel', 'LabelPrinted', 'WaitingForPickup', 'InTransit']) {
    await until('A parcel of the history', async () => {
      const { orders } = await callTool('list_orders', { status, page_size: 100 });
      return (orders as { order_id: number }[]).every(({ order_id }) => !shipped.has(order_id));
    });
  }
}

const waitForPickups = ({ callTool }: Shop): Promise<void> =>
  until('A pickup of the history', async () => {
    const { pickups } = await callTool('list_pickups', { page_size: 50 });
    return (pickups as { status: string }[]).every(({ status }) => status !== 'scheduled');
  });
