import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@parcelyard/embedded-mongo/start-embedded-mongo';
import { eventually } from '@parcelyard/testing/eventually';
import { freePorts } from '@parcelyard/testing/free-ports';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { Db, MongoClient } from 'mongodb';
import { demoCustomers } from '../src/demo/demo-customers';
import { demoProducts } from '../src/demo/demo-products';
import { type CallTool, createAssistant } from '../src/demo/history/assistant';
import { createTravellingClock, type TravellingClock } from '../src/demo/history/travelling-clock';
import { orderContents } from '../src/demo/order-contents';
import { recipientOf } from '../src/demo/recipient-of';
import { openDemoAccount, setUpDemoAccount } from '../src/demo/seed-demo';
import { startMailSink } from '../src/mail-sink';
import { runSingle } from '../src/run-single';
import { createScope } from '../src/scope';
import { loadSecrets } from '../src/secrets';
import { SERVICES, type ServiceName } from '../src/service-environment';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** After this many minutes of the fake clock, everything must work again. */
const MINUTES = 15;

let folder: string;
let engine: EmbeddedMongo;
let mongo: MongoClient;
const scope = createScope();
/** Every collection that a service uses. */
const collections = new Set<string>();
const clock: TravellingClock = createTravellingClock(new Date());
const advance = (ms: number) => clock.travelTo(new Date(clock.now().getTime() + ms));

let callTool: CallTool;
let importOrders: (references: readonly string[]) => Promise<number[]>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcelyard-ahead-'));
  engine = await startEmbeddedMongo({ dataDir: join(folder, 'engine'), fsync: false });
  mongo = new MongoClient(engine.uri);
  const { collection } = Db.prototype;
  jest.spyOn(Db.prototype, 'collection').mockImplementation(function (this: Db, name, options) {
    collections.add(`${this.databaseName}.${name}`);
    return collection.call(this, name, options) as never;
  });
  const mail = await startMailSink(undefined, silentLogger);
  scope.add(mail.stop);
  const [port, ...ports] = (await freePorts(1 + SERVICES.length)) as [number, ...number[]];
  const addresses = SERVICES.map((name, place) => [name, `127.0.0.1:${ports[place]}`] as const);
  const { clients } = await runSingle({
    context: {
      forwarded: { LOG_LEVEL: 'silent', CARRIERS: 'sandbox', PAYMENTS: 'sandbox' },
      secrets: loadSecrets(folder),
      mongoUri: engine.uri,
      natsUrl: '',
      smtpUrl: mail.url,
      port,
      baseUrl: `http://127.0.0.1:${port}`,
      addresses: Object.fromEntries(addresses) as Record<ServiceName, string>,
    },
    programsDir: folder,
    scope,
    logger: silentLogger,
    clock,
  });
  const { account } = await openDemoAccount(clients);
  const { accountId } = account;
  await setUpDemoAccount(clients, accountId, 4);
  await clients.billing.addBalance({ accountId, amountCents: 250_00, idempotencyKey: 'clock-ahead' });
  callTool = createAssistant(`http://127.0.0.1:${port}/mcp`, account.accessToken);
  const [product] = demoProducts;
  importOrders = async (references) => {
    const [person] = demoCustomers(accountId);
    if (!person || !product) throw new Error('The demo has nobody and nothing.');
    const orders = references.map((externalOrderId) => ({
      externalOrderId,
      status: 'ChooseShipping',
      date: clock.now(),
      recipient: recipientOf(person),
      ...orderContents(product, 1),
      weightOz: 14,
      note: '',
    }));
    return (await clients.orders.importOrders({ accountId, orders })).ids;
  };
});

afterAll(async () => {
  await scope.close();
  await mongo.close();
  await engine.stop();
  rmSync(folder, { recursive: true });
});

async function buy(orderId: number): Promise<unknown> {
  const parcel = { length: 9, width: 6, height: 4 };
  const rating = await callTool('get_rates', { order_id: orderId, weight_oz: 14, ...parcel });
  const [rate] = rating.rates as { rate_id: string; method: string; service_level: string }[];
  return callTool('buy_label', {
    order_id: orderId,
    rate_id: rate?.rate_id,
    package_id: rating.package_id,
    confirm: true,
    method: rate?.method,
    service_level: rate?.service_level,
  });
}

const isRefused = (call: Promise<unknown>) =>
  call.then(
    () => false,
    () => true,
  );

/** Does what a merchant does in a minute: every action that stores data. */
async function aBusyMinute(): Promise<number[]> {
  const ids = await importOrders([
    ...['SBX_TIMEOUT_AFTER_BUY-1', 'SBX_TIMEOUT_BEFORE_BUY-1', 'SBX_VOID_PENDING-1', 'plain-1', 'batch-1'],
  ]);
  const [after, before, pending, plain, batched] = ids as [number, number, number, number, number];
  await Promise.all([buy(pending), buy(plain), isRefused(buy(after)), isRefused(buy(before))]);
  await callTool('cancel_shipping_label', { order_id: pending, confirm: true });
  await callTool('trigger_batch_purchase', { order_ids: [batched], confirm: true });
  await callTool('mark_labels_printed', { order_ids: [plain], confirm: true });
  await callTool('sync_platform_orders', { days: 1 });
  const date = clock.now().toISOString().slice(0, 10);
  const day = await callTool('check_pickup_availability', { date, carrier: 'usps' });
  await callTool('schedule_pickup', {
    date: day.next_available_date ?? date,
    carrier: 'usps',
    location: 'Front door',
    confirm: true,
  });
  // Uses up the token's limit per minute.
  for (let n = 0; n < 60; n += 1) if (await isRefused(callTool('list_orders'))) break;
  return ids;
}

interface Stored {
  /** The name of a stored time, such as `shipping.purchases.parcel.dueAt`. */
  readonly name: string;
  readonly at: Date;
}

/** Returns every time in the databases that is more than two minutes in the future. */
async function timesAhead(): Promise<Stored[]> {
  const now = clock.now().getTime() + 2 * MINUTE_MS;
  const found: Stored[] = [];
  const walk = (name: string, value: unknown): void => {
    if (value instanceof Date) {
      if (value.getTime() > now) found.push({ name, at: value });
    } else if (Array.isArray(value)) for (const one of value) walk(name, one);
    else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
      for (const [field, inner] of Object.entries(value)) walk(`${name}.${field}`, inner);
  };
  for (const used of collections) {
    const [database, collection] = used.split('.') as [string, string];
    for await (const document of mongo.db(database).collection(collection).find())
      walk(used.replace(/^parcelyard_/, ''), document);
  }
  return found;
}

/**
 * The fields that docs/operations.md lists in the section "A clock that was wrong". A row of its table may list several
 * fields.
 */
const NAMED = readFileSync('docs/operations.md', 'utf8')
  .split('## A clock that was wrong')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...line.matchAll(/`([\w.]+)`/g)].map(([, name]) => name as string));
const isNamed = (path: string) => NAMED?.some((name) => path.endsWith(`.${name}`)) === true;

/**
 * Fields that contain a time before which due work does not start. The test requires that no such time is more than an
 * hour ahead.
 */
const DELAYING_FIELDS =
  /^(shipping\.(purchases|batches)|billing\.recharges|customers_email\.(messages|campaigns)|orders\.(import_jobs|write_backs|webhooks)|pickups\.pickups|orders\.platform_connections)\.(dueAt|leaseUntil|syncAt)$/;

test('everything works within minutes after the clock was a day ahead for a minute', async () => {
  const begun = clock.now().getTime();
  advance(DAY_MS);
  const [after, before] = await aBusyMinute();
  clock.travelTo(new Date(begun + MINUTE_MS));
  const left = await timesAhead();
  expect(left.length).toBeGreaterThan(0);
  expect([...new Set(left.map(({ name }) => name))].filter((name) => !isNamed(name))).toEqual([]);

  expect(await callTool('list_orders')).toBeDefined();
  let minutes = 0;
  await eventually(
    async () => {
      minutes += 1;
      advance(MINUTE_MS);
      const delayed = (await timesAhead()).filter(
        ({ name, at }) => DELAYING_FIELDS.test(name) && isHoursAhead(at),
      );
      expect(delayed).toEqual([]);
      const orders = [after, before].map((order_id) => callTool('get_order', { order_id }));
      const statuses = (await Promise.all(orders)).map(({ status }) => status);
      // For the first order, the carrier sold a label before it timed out, so the order has the label. For the second
      // order, no label was sold, so the money is returned, and the order can be bought again.
      expect(statuses).toEqual(['Label purchased', 'Ready to ship']);
    },
    60_000,
    500,
  );
  expect(minutes).toBeLessThan(MINUTES);
  const purchases = mongo.db('parcelyard_shipping').collection('purchases');
  expect(
    await purchases.countDocuments({ state: { $in: ['created', 'held', 'carrier_sent', 'unknown'] } }),
  ).toBe(0);
});

const isHoursAhead = (at: Date) => at.getTime() > clock.now().getTime() + HOUR_MS;
