import { startDatabaseClock } from '@parcelyard/service-kit/mongo/start-database-clock';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { CarrierRegistry } from '../src/carriers/carrier-registry';
import { doomedProcess } from './support/crash';
import { latestPurchase } from './support/settle';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

let shipping: Shipping;
beforeEach(async () => {
  shipping = await startShipping();
});
afterEach(() => shipping.close());

/** The clock of a replica whose machine is this much ahead, as every service program has it. */
const clockOf = (aheadMs: number) =>
  startDatabaseClock({
    ask: async () => shipping.clock.now(),
    local: () => shipping.clock.now().getTime() + aheadMs,
    logger: silentLogger,
  });

/** Holds the carrier's answer up until it is let go. */
function slowCarrier() {
  let asked = false;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const carriers = (sandbox: CarrierRegistry): CarrierRegistry => ({
    ...sandbox,
    get: (code) => {
      const carrier = sandbox.get(code);
      const buy: typeof carrier.buy = async (request) => {
        asked = true;
        await held;
        return carrier.buy(request);
      };
      return { ...carrier, buy };
    },
  });
  return { carriers, isAsked: () => asked, letGo: () => letGo() };
}

test('a replica whose clock is 30 seconds ahead leaves a purchase to its driver while the carrier is asked', async () => {
  const [here, ahead] = [await clockOf(0), await clockOf(30_000)];
  const carrier = slowCarrier();
  const { rpc } = await shipping.startProcess({ clock: here, carriers: carrier.carriers });
  const order = await shipping.createOrder();
  const left = await shipping.createOrder();

  // Something that the other replica has to take up shows when it has looked for due work.
  const doomed = doomedProcess('purchase-1-claimed');
  const dying = await shipping.startProcess({ ...doomed, clock: here });
  await confirm(dying.rpc, await rate(dying.rpc, left.orderId)).catch(() => undefined);
  shipping.clock.advance(13_000);

  const buying = confirm(rpc, await rate(rpc, order.orderId));
  await eventually(() => expect(carrier.isAsked()).toBe(true));
  await shipping.startProcess({ clock: ahead });
  await eventually(async () => {
    expect((await latestPurchase(shipping, left.orderId))?.state).toBe('done');
  });
  expect((await latestPurchase(shipping, order.orderId))?.state).toBe('carrier_sent');

  carrier.letGo();
  await buying;
  expect((await latestPurchase(shipping, order.orderId))?.state).toBe('done');
  const { entries } = await rpc.listCarrierJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  expect(entries).toHaveLength(2);
});
