import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { startDatabaseClock } from '@parcelyard/service-kit/mongo/start-database-clock';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import type { BuyRequest } from '../src/sellers/carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '../src/sellers/carrier-registry';
import { latestPurchase } from './support/settle';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

let shipping: Shipping;
beforeEach(async () => {
  shipping = await startShipping();
});
afterEach(() => shipping.close());

/** Starts the clock that every service program has, on a machine whose own time is ahead by this much. */
const clockOf = (aheadMs: number) =>
  startDatabaseClock({
    ask: async () => shipping.clock.now(),
    local: () => shipping.clock.now().getTime() + aheadMs,
    logger: silentLogger,
  });

function slowCarrier() {
  let asked = false;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const carriers = (sandbox: CarrierRegistry): CarrierRegistry =>
    createCarrierRegistry(
      sandbox.all.map((carrier) => ({
        ...carrier,
        buy: async (request: BuyRequest) => {
          asked = true;
          await held;
          return carrier.buy(request);
        },
      })),
    );
  return { carriers, isAsked: () => asked, letGo: () => letGo() };
}

/** Counts how often a process has looked for a purchase to continue, and how often it has taken one. */
function watchLooks() {
  let looked = 0;
  let taken = 0;
  const mongo = ({ db, ...connection }: MongoConnection): MongoConnection => ({
    ...connection,
    db: wrapCollection(db, 'purchases', (method, call) => {
      if (method === 'find') looked += 1;
      if (method !== 'findOneAndUpdate') return call;
      return async (...inputs) => {
        const found = await call(...inputs);
        if (found) taken += 1;
        return found;
      };
    }),
  });
  return { mongo, count: () => ({ looked, taken }) };
}

test('a replica whose clock is 30 seconds ahead does not take a purchase from its driver while the carrier is called', async () => {
  const [here, ahead] = [await clockOf(0), await clockOf(30_000)];
  const carrier = slowCarrier();
  const { rpc } = await shipping.startProcess({ clock: here, carriers: carrier.carriers });
  const order = await shipping.createOrder();

  const buying = confirm(rpc, await rate(rpc, order.orderId));
  await eventually(() => expect(carrier.isAsked()).toBe(true));
  const looks = watchLooks();
  await shipping.startProcess({ clock: ahead, mongo: looks.mongo });
  await eventually(() => expect(looks.count().looked).toBeGreaterThan(1));
  expect(looks.count().taken).toBe(0);
  expect((await latestPurchase(shipping, order.orderId))?.state).toBe('carrier_sent');

  carrier.letGo();
  await buying;
  expect((await latestPurchase(shipping, order.orderId))?.state).toBe('done');
  const { entries } = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  expect(entries).toHaveLength(1);
});
