import { type Db, MongoClient } from 'mongodb';
import type { Shop } from './shop';
import type { Stack } from './start-stack';

/** The final states of a pickup. No driver will come for such a pickup, and no order may wait for it. */
const OVER = new Set(['canceled', 'failed', 'error', 'picked_up']);

type Data = Record<string, unknown>;

export const NOTHING_UNFINISHED = {
  ordersThatAPurchaseHolds: [] as Data[],
  unfinishedPickups: [] as Data[],
  secondPickupsForADay: [] as Data[],
  ordersThatWaitForNoPickup: [] as Data[],
  pickupsShownWithOtherOrders: [] as Data[],
  driversWithoutPickup: [] as Data[],
  pickupsWithoutDriver: [] as Data[],
};

/**
 * Returns what is wrong with orders and pickups after every service has become idle. Compares the databases of three
 * services, the journal of the carriers, and what each shop can see.
 */
export async function findUnfinished(
  stack: Stack,
  shops: readonly Shop[],
): Promise<typeof NOTHING_UNFINISHED> {
  const shown = (await Promise.all(shops.map(shownPickups))).flat();
  const { pickups, orders, drivers } = await stored(stack);
  const live = new Map(pickups.filter(({ state }) => !OVER.has(`${state}`)).map((one) => [one._id, one]));
  const days = new Map([...live.values()].map((one) => [dayOf(one), one]));
  const waitingFor = (id: unknown) =>
    orders.filter(({ status, pickupId }) => status === 'WaitingForPickup' && pickupId === id);
  const coming = new Set(
    drivers.filter(({ canceledAt }) => !canceledAt).map(({ reference }) => pickupOf(reference)),
  );
  return {
    ordersThatAPurchaseHolds: orders.filter(({ lockedBy }) => lockedBy),
    unfinishedPickups: [...live.values()].filter(({ state }) => state !== 'scheduled'),
    secondPickupsForADay: [...live.values()].filter((one) => days.get(dayOf(one)) !== one),
    ordersThatWaitForNoPickup: orders.filter(
      ({ status, pickupId, accountId }) =>
        (status === 'WaitingForPickup' || pickupId !== undefined) &&
        (status !== 'WaitingForPickup' || live.get(pickupId)?.accountId !== accountId),
    ),
    pickupsShownWithOtherOrders: shown.filter(({ pickup_id, order_ids, status }) => {
      if (status !== 'scheduled') return live.has(pickup_id);
      return `${sorted(order_ids)}` !== `${sorted(waitingFor(pickup_id).map(({ _id }) => _id))}`;
    }),
    driversWithoutPickup: [...coming].filter((id) => !live.has(id)).map((pickupId) => ({ pickupId })),
    pickupsWithoutDriver: [...live.values()].filter(({ _id }) => !coming.has(_id as number)),
  };
}

async function stored(stack: Stack) {
  const client = await MongoClient.connect(stack.file().engines.mongo.uri);
  try {
    return {
      pickups: await all(client.db('parcelyard_pickups'), 'pickups', [
        'accountId',
        'state',
        'carrier',
        'date',
      ]),
      orders: await all(client.db('parcelyard_orders'), 'orders', [
        ...['accountId', 'status', 'pickupId', 'lockedBy'],
      ]),
      drivers: await all(client.db('parcelyard_shipping'), 'carrier_pickups', ['reference', 'canceledAt']),
    };
  } finally {
    await client.close();
  }
}

const all = (database: Db, collection: string, fields: readonly string[]): Promise<Data[]> =>
  database
    .collection(collection)
    .find({ accountId: { $gt: 0 } }, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
    .toArray();

const shownPickups = async ({ mcp }: Shop) => (await mcp.expectData('list_pickups')).pickups as Data[];

const dayOf = ({ accountId, carrier, date }: Data) => `${accountId} ${carrier} ${date}`;
const pickupOf = (reference: unknown) => Number(`${reference}`.replace('pickup_', ''));
const sorted = (ids: unknown) => (ids as number[]).toSorted((a, b) => a - b);
