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
import { demoCustomers, lostCustomers } from '../demo-customers';
import { openDemoAccount, setUpDemoAccount } from '../seed-demo';
import { createAssistant } from './assistant';
import { HISTORY_WEEKS } from './history-weeks';
import { liveAWeek, type Shop } from './live-a-week';
import { createTravellingClock, type TravellingClock } from './travelling-clock';
import { until } from './until';

interface Options {
  readonly context: StackContext;
  readonly programsDir: string;
  readonly dataDir: string;
  readonly logger: Logger;
  /** How long the demo's access token is good for, in seconds. */
  readonly tokenTtlS: number;
  /** On a machine where it takes longer the past has gaps. */
  readonly patienceMs: number;
}

/** What a stop in between leaves for the next start. */
interface Progress {
  /** The day that everything is reckoned back from. */
  readonly today: string;
  /** How many weeks are lived. */
  readonly lived: number;
}

/** When the shop was small. */
const ORDERS_PER_DAY = 4;
const BALANCE = cents(250_00);

const DAY_MS = 86_400_000;
const FILE = 'demo-history.json';

/**
 * Gives the demo account a past: the services run in this process on a clock of their own, which goes from week to week
 * while an assistant ships what was ordered. Nothing is written but by the services, and they are stopped before the
 * stack's own begin. An account that was there before is left alone.
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
        await liveAWeek(shop, week);
        keep({ ...progress, lived: number + 1 });
      }
      const daysAgo = (days: number) => new Date(Date.parse(progress.today) - days * DAY_MS);
      clock.travelTo(daysAgo(3));
      await everythingArrived(shop);
      // A pickup is looked at when its day is over, and once more a day later.
      clock.travelTo(daysAgo(1));
      await everyDriverCame(shop);
    }
    keep({ ...progress, lived: HISTORY_WEEKS.length });
  } finally {
    await scope.close();
  }
}

/** A week that was cut short goes on a little later, when no lease of then still holds. */
function momentOf({ today, lived }: Progress, number: number, resumed: boolean): Date {
  const week = HISTORY_WEEKS[number] as (typeof HISTORY_WEEKS)[number];
  const later = resumed && number === lived ? 15 * 60_000 : 0;
  return new Date(Date.parse(today) - week.daysAgo * DAY_MS + later);
}

/** undefined when the account is somebody's already. */
async function openShop(
  { context, programsDir, logger, tokenTtlS }: Options,
  clock: TravellingClock,
  scope: Scope,
  resumed: boolean,
): Promise<Shop | undefined> {
  const [port, ...ports] = (await freePorts(1 + SERVICES.length)) as [number, ...number[]];
  const addresses = SERVICES.map((name, place) => [name, `127.0.0.1:${ports[place]}`] as const);
  // What was mailed then lies in no folder of today.
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
        // Delivered two and a half days after it was bought.
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
  const customers = [...demoCustomers(accountId), ...lostCustomers(accountId)];
  const { ids } = await clients.customers.importCustomers({ accountId, customers });
  const book = customers.map((person, place) => ({ ...person, customerId: ids[place] as number }));
  const callTool = createAssistant(`http://127.0.0.1:${port}/mcp`, accessToken);
  return { accountId, book, clients, clock, callTool, shipped: new Set() };
}

/** What was shipped reaches its customers before the stack's own carriers, which are quicker, look at it. */
async function everythingArrived({ callTool, shipped }: Shop): Promise<void> {
  for (const status of ['PrintLabel', 'LabelPrinted', 'WaitingForPickup', 'InTransit']) {
    await until('A parcel of the past', async () => {
      const { orders } = await callTool('list_orders', { status, page_size: 100 });
      return (orders as { order_id: number }[]).every(({ order_id }) => !shipped.has(order_id));
    });
  }
}

const everyDriverCame = ({ callTool }: Shop): Promise<void> =>
  until('A pickup of the past', async () => {
    const { pickups } = await callTool('list_pickups', { page_size: 50 });
    return (pickups as { status: string }[]).every(({ status }) => status !== 'scheduled');
  });
