import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@parcelyard/embedded-mongo/start-embedded-mongo';
import { parseStackEnvironment } from '@parcelyard/local-stack/config';
import { type RunningStack, startStack } from '@parcelyard/local-stack/start-stack';
import { eventually } from '@parcelyard/testing/eventually';
import { fencedBlocks } from '@parcelyard/testing/fenced-blocks';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type Document, MongoClient } from 'mongodb';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { createAccount, type NewAccount, printShipctl } from './support/shipctl';
import { createOrder, nextPickupDate, rateOrder } from './support/shop';

/**
 * The collections of the sandbox carriers and the payment gateway. They stand for outside systems, which keep their
 * data when a database of ours is restored.
 */
const OUTSIDE: ReadonlySet<string> = new Set([
  'carrier_journal',
  'carrier_pickups',
  'sandbox_gateway_charges',
]);
const DATABASES = ['auth', 'orders', 'shipping', 'pickups', 'customers_email', 'billing'] as const;
type Database = (typeof DATABASES)[number];
type Copy = ReadonlyMap<string, Document[]>;

interface Shop {
  readonly account: NewAccount;
  readonly mcp: McpClient;
}

interface Violation {
  rule: string;
  accountId: number;
  subject: string;
}

/** The section of the runbook, and the commands in it. */
const RUNBOOK = readFileSync(join(__dirname, '../docs/operations.md'), 'utf8')
  .split('### A database was restored')[1]
  ?.split('\n### ')[0] as string;
const TYPED = fencedBlocks(RUNBOOK, 'sh').flatMap((block) =>
  block
    .trim()
    .split('\n')
    .map((line) => line.trim()),
);
const command = (text: string): string => {
  const [found] = RUNBOOK.match(new RegExp(`shipctl ${text}[^\`]*`)) ?? [];
  if (!found) throw new Error(`The runbook does not say shipctl ${text}.`);
  return found;
};

let folder: string;
let engine: EmbeddedMongo;
let client: MongoClient;
let stack: RunningStack | undefined;

const databaseOf = (database: Database) => client.db(`parcelyard_${database}`);
const collectionsOf = async (database: Database) =>
  (await databaseOf(database).listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

async function copyAll(): Promise<Map<Database, Copy>> {
  const copies = new Map<Database, Copy>();
  for (const database of DATABASES) {
    const copy = new Map<string, Document[]>();
    for (const name of await collectionsOf(database)) {
      copy.set(name, await databaseOf(database).collection(name).find().toArray());
    }
    copies.set(database, copy);
  }
  return copies;
}

async function restoreCopy(
  database: Database,
  copy: Copy,
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const name of await collectionsOf(database)) {
    if (kept.has(name)) continue;
    const collection = databaseOf(database).collection(name);
    await collection.deleteMany({});
    const documents = copy.get(name) ?? [];
    if (documents.length > 0) await collection.insertMany(documents);
  }
}

async function start(): Promise<void> {
  const parsed = parseStackEnvironment({
    PORT: '0',
    DATA_DIR: folder,
    MONGODB_URI: engine.uri,
    LOG_LEVEL: 'silent',
    VOID_REFUND_DELAY_S: '0',
    DEMO_HISTORY: '0',
  });
  stack = await startStack({ parsed, programsDir: folder, logger: silentLogger });
}

async function stop(): Promise<void> {
  await stack?.stop();
  stack = undefined;
}

/** Types a line as an operator does. Returns the line's output, whether it succeeds or not. */
async function type(line: string): Promise<string> {
  const argv = line.replace(/^shipctl /, '').split(' ');
  return (await printShipctl({ DATA_DIR: folder }, ...argv)).stdout;
}

const verify = async () => JSON.parse(await type(TYPED[1] as string)) as { violations: Violation[] };
const rulesOf = (violations: readonly Violation[]) => [...new Set(violations.map(({ rule }) => rule))].sort();
const servicesWithWrongIds = (told: string) =>
  [...told.matchAll(/^NOT {2}(\S+) +ids /gm)].map(([, service]) => service);

const shopOf = (account: NewAccount): Shop => ({
  account,
  mcp: createMcpClient(stack?.file.mcpUrl as string, account.accessToken),
});
const openShop = async (...options: string[]): Promise<Shop> =>
  shopOf(await createAccount(folder, '--plan', 'enterprise', ...options));
const buy = async ({ mcp }: Shop, orderId: number) => {
  const { purchase } = await rateOrder(mcp, orderId);
  return mcp.call('buy_label', { ...purchase, confirm: true });
};
const trackingOf = async ({ mcp }: Shop, orderId: number) =>
  (await mcp.expectData('get_order', { order_id: orderId })).tracking_number as string | null;

/**
 * The records that existed when the copies were made, and the records of the lost hour, which is the time between the
 * copies and the restore.
 */
interface History {
  ada: NewAccount;
  bob: NewAccount;
  /**
   * Ids of orders. `bought` got its label before the copies were made. In the lost hour, `boughtLater` gets a label,
   * and the label of `voidedLater` is voided.
   */
  bought: number;
  boughtLater: number;
  voidedLater: number;
  /** Orders that were created in the lost hour and got a label: `lost` belongs to Ada, `lostOfBob` to Bob. */
  lost: number;
  lostOfBob: number;
  trackingNumbers: string[];
  ids: number[];
}

let history: History;
let earlier: Map<Database, Copy>;
let latest: Map<Database, Copy>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcelyard-drill-'));
  engine = await startEmbeddedMongo({ dataDir: join(folder, 'engine'), fsync: false });
  client = await MongoClient.connect(engine.uri);
  await start();
  let ada = await openShop('--balance', '60', '--auto-recharge', '25');
  const bought = await createOrder(ada.mcp);
  const boughtLater = await createOrder(ada.mcp);
  const voidedLater = await createOrder(ada.mcp);
  await buy(ada, bought);
  await buy(ada, voidedLater);
  await ada.mcp.expectData('mark_labels_printed', { order_ids: [bought], confirm: true });
  await stop();
  earlier = await copyAll();

  await start();
  ada = shopOf(ada.account);
  await buy(ada, boughtLater);
  await ada.mcp.expectData('cancel_shipping_label', { order_id: voidedLater, confirm: true });
  const lost = await createOrder(ada.mcp);
  await buy(ada, lost);
  // The price is higher than the balance, so the card is charged.
  const dear = await createOrder(ada.mcp, {}, { weight_oz: 900 });
  const { package_id, rates } = await ada.mcp.expectData('get_rates', { order_id: dear, weight_oz: 900 });
  const [dearest] = (rates as { rate_id: string; method: string; service_level: string }[]).slice(-1);
  await ada.mcp.expectData('buy_label', {
    order_id: dear,
    package_id,
    ...pick(dearest),
    confirm: true,
  });
  const { customer_id } = await ada.mcp.expectData('create_or_update_customer', {
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@navy.example',
  });
  const { pickup_id } = await ada.mcp.expectData('schedule_pickup', {
    date: await nextPickupDate(ada.mcp),
    location: 'Front desk',
    confirm: true,
  });
  const bob = await openShop('--balance', '500', '--auto-recharge', '25');
  const lostOfBob = await createOrder(bob.mcp);
  await buy(bob, lostOfBob);
  await eventually(async () => {
    expect((await verify()).violations).toEqual([]);
    const { purchases } = await settled();
    expect(purchases).toBe(0);
  });
  const trackingNumbers = [];
  for (const id of [bought, boughtLater, lost, dear]) trackingNumbers.push(await trackingOf(ada, id));
  trackingNumbers.push(await trackingOf(bob, lostOfBob));
  await stop();
  latest = await copyAll();
  history = {
    ada: ada.account,
    bob: bob.account,
    bought,
    boughtLater,
    voidedLater,
    lost,
    lostOfBob,
    trackingNumbers: trackingNumbers as string[],
    ids: [bob.account.accountId, lost, dear, lostOfBob, customer_id as number, pickup_id as number],
  };
});

afterEach(stop);
afterAll(async () => {
  await client.close();
  await engine.stop();
  rmSync(folder, { recursive: true });
});

const pick = (rate: { rate_id: string; method: string; service_level: string } | undefined) => {
  if (!rate) throw new Error('No rate.');
  const { rate_id, method, service_level } = rate;
  return { rate_id, method, service_level };
};
const settled = async () => ({
  purchases: await databaseOf('shipping')
    .collection('purchases')
    .countDocuments({ dueAt: { $exists: true } }),
});

/** Restores one database and starts the stack, as the first lines of the runbook say. */
async function restore(database: Database) {
  for (const one of DATABASES) await restoreCopy(one, latest.get(one) as Copy);
  await restoreCopy(database, earlier.get(database) as Copy, OUTSIDE);
  await start();
  const [doctor = '', , repair = ''] = TYPED;
  const told = await type(doctor);
  const said = rulesOf((await verify()).violations);
  const { left } = JSON.parse(await type(repair)) as { left: Violation[] };
  return { ids: servicesWithWrongIds(told), said, left };
}

/** Expects that a new account, order and purchase succeed, and that their ids were not used before. */
async function expectNewIdsAndMoney(): Promise<void> {
  const eve = await openShop('--balance', '50');
  expect(history.ids).not.toContain(eve.account.accountId);
  expect((await eve.mcp.expectData('get_balance')).balance).toBe(50);
  expect(await eve.mcp.expectData('list_orders')).toMatchObject({ total: 0 });
  const orderId = await createOrder(eve.mcp);
  expect(history.ids).not.toContain(orderId);
  expect((await buy(eve, orderId)).data).toMatchObject({ purchased: true });
  expect(history.trackingNumbers).not.toContain(await trackingOf(eve, orderId));
  const { customer_id } = await eve.mcp.expectData('create_or_update_customer', {
    first_name: 'Alan',
    last_name: 'Turing',
    email: 'alan@bletchley.example',
  });
  expect(history.ids).not.toContain(customer_id);
}

describe('one database is an hour older than the others', () => {
  it('auth: a lost account keeps its id and its money, and is created again by the runbook', async () => {
    const { bob, lostOfBob } = history;
    const { ids, said, left } = await restore('auth');
    expect(ids).toEqual(['auth']);
    expect(said).toEqual(['account_unknown']);
    expect(left).toMatchObject([{ rule: 'account_unknown', accountId: bob.accountId }]);
    await expectNewIdsAndMoney();
    const opened = JSON.parse(
      await type(
        command('account create --id')
          .replace('<ACCOUNT_ID>', `${bob.accountId}`)
          .replace('<EMAIL>', 'bob-again@example.com')
          .replace('<PASSWORD>', 'correct-horse-battery'),
      ),
    ) as NewAccount;
    expect(opened.accountId).toBe(bob.accountId);
    expect(await trackingOf(shopOf(opened), lostOfBob)).toBe(history.trackingNumbers.at(-1));
    expect((await verify()).violations).toEqual([]);
    const again = await type(
      `shipctl account create --id ${bob.accountId} --email x@example.com --password 12345678`,
    );
    expect(again).toContain('cannot be opened again');
    const never = await type('shipctl account create --id 999999 --email x@example.com --password 12345678');
    expect(never).toContain('cannot be opened again');
  });

  it('orders: labels return to their orders, and labels of lost orders are refunded', async () => {
    const { ada, bob, boughtLater, voidedLater, lost } = history;
    const { ids, said, left } = await restore('orders');
    expect(ids).toEqual(['orders']);
    expect(said).toEqual(['capture_without_order', 'label_not_on_order', 'void_unknown_to_order']);
    expect(left).toEqual([]);
    const shop = shopOf(ada);
    expect(await trackingOf(shop, boughtLater)).toBe(history.trackingNumbers[1]);
    expect(await shop.mcp.expectData('get_order', { order_id: voidedLater })).toMatchObject({
      status: 'Ready to ship',
      tracking_number: null,
    });
    expect((await shop.mcp.call('get_order', { order_id: lost })).isError).toBe(true);
    await eventually(async () => {
      expect(await shopOf(bob).mcp.expectData('get_balance')).toMatchObject({ balance: 500 });
    });
    expect((await buy(shop, voidedLater)).data).toMatchObject({ purchased: true });
    await expectNewIdsAndMoney();
    expect((await verify()).violations).toEqual([]);
  });

  it('shipping: lost purchases stay paid and visible, and their labels are not sold again', async () => {
    const { ada, boughtLater, voidedLater } = history;
    const { ids, said, left } = await restore('shipping');
    expect(ids).toEqual(['shipping']);
    const forgotten = [
      'capture_without_purchase',
      'label_of_order_without_purchase',
      'label_without_purchase',
    ];
    expect(said).toEqual([...forgotten, 'label_not_on_order', 'label_void', 'refund_undue'].sort());
    expect(rulesOf(left)).toEqual(forgotten);
    const shop = shopOf(ada);
    expect(await trackingOf(shop, boughtLater)).toBe(history.trackingNumbers[1]);
    expect((await buy(shop, voidedLater)).data).toMatchObject({ purchased: true });
    expect(history.trackingNumbers).not.toContain(await trackingOf(shop, voidedLater));
    await expectNewIdsAndMoney();
    expect(rulesOf((await verify()).violations)).toEqual(forgotten);
  });

  it('pickups: a new pickup has another id', async () => {
    const { ada } = history;
    const { ids, said } = await restore('pickups');
    expect([ids, said]).toEqual([['pickups'], []]);
    const shop = shopOf(ada);
    const { lost } = history;
    await shop.mcp.expectData('mark_labels_printed', { order_ids: [lost], confirm: true });
    const pickup = await shop.mcp.expectData('schedule_pickup', {
      date: await nextPickupDate(shop.mcp),
      location: 'Front desk',
      confirm: true,
    });
    expect(history.ids).not.toContain(pickup.pickup_id);
    await expectNewIdsAndMoney();
    expect((await verify()).violations).toEqual([]);
  });

  it('customers-email: a new customer has another id', async () => {
    const { ids, said } = await restore('customers_email');
    expect([ids, said]).toEqual([['customers-email'], []]);
    await expectNewIdsAndMoney();
    expect((await verify()).violations).toEqual([]);
  });

  it('billing: lost labels are charged again from money that is added to the balance', async () => {
    const { ada, bob } = history;
    const { ids, said, left } = await restore('billing');
    expect(ids).toEqual(['auth', 'orders', 'shipping', 'pickups', 'customers-email']);
    expect(said).toEqual(['capture_missing', 'charge_without_recharge', 'refund_missing']);
    expect(left.length).toBeGreaterThan(0);
    const add = command('account set <ACCOUNT_ID> --add-balance');
    for (const { accountId } of [ada, bob]) {
      await type(add.replace('<ACCOUNT_ID>', `${accountId}`).replace('<DOLLARS>', '500 --plan enterprise'));
    }
    const { left: still } = JSON.parse(await type(TYPED[2] as string)) as { left: Violation[] };
    expect(rulesOf(still)).toEqual(['charge_without_recharge']);
    await expectNewIdsAndMoney();
    expect(rulesOf((await verify()).violations)).toEqual(['charge_without_recharge']);
  });
});
