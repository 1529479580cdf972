import { ReturnStep } from '@parcelyard/contracts/orders';
import { orderRedacted } from '@parcelyard/events/event-type';
import { createOutboxEntry, toEnvelope } from '@parcelyard/events/outbox-entry';
import { PURCHASES } from '@parcelyard/shipping/adapters/mongo/purchase-document';
import { createPurchaseStore } from '@parcelyard/shipping/adapters/mongo/purchase-store';
import { redactOrder } from '@parcelyard/shipping/use-cases/redact-order';
import { eventually } from '@parcelyard/testing/eventually';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

/** These collections may still have personal data: the sandbox carriers' own records, and label files, which expire. */
const NOT_OURS = ['carrier_journal', 'carrier_pickups', 'label_files'];

let shipping: Shipping;
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping();
  ({ rpc } = await shipping.startProcess());
});
afterEach(() => shipping.close());

const announce = (orderId: number) =>
  shipping.bus.publish(
    toEnvelope(
      createOutboxEntry(
        orderRedacted,
        { eventId: `order_redacted:${orderId}`, accountId: ACCOUNT, occurredAt: shipping.clock.now() },
        { accountId: ACCOUNT, orderId },
      ),
    ),
  );
/** Returns everything in the database as text, except the collections in `NOT_OURS`. */
const kept = async () => {
  const names = (await shipping.db.listCollections().toArray()).map(({ name }) => name);
  const ours = names.filter((name) => !NOT_OURS.includes(name));
  const all = await Promise.all(ours.map((name) => shipping.db.collection(name).find({}).toArray()));
  return JSON.stringify(all);
};
const sentAndReturned = async (name: string) => {
  const { orderId } = await shipping.createOrder({ name });
  await confirm(rpc, await rate(rpc, orderId));
  await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'Delivered' });
  await shipping.orders.changeReturn({ accountId: ACCOUNT, orderId, step: ReturnStep.REQUEST });
  await rpc.buyReturnLabel({ accountId: ACCOUNT, orderId, confirm: true });
  return orderId;
};
const purchasesOf = (orderId: number) =>
  shipping.db.collection(PURCHASES).find({ orderId }).sort({ generation: 1 }).toArray();

const NOBODY = {
  name: 'Redacted',
  company: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  zip: '',
  state: expect.stringMatching(/^[A-Z]{2}$/),
  country: 'US',
  phone: '',
  email: '',
};

describe('an order whose personal data were erased', () => {
  it('has no names in its purchases and returns, and keeps amounts, state and country', async () => {
    const [orderId] = [await sentAndReturned('Ada Lovelace'), await sentAndReturned('Grace Hopper')];
    const [there, back] = await purchasesOf(orderId);
    expect(await kept()).toContain('Ada Lovelace');

    await announce(orderId);
    await eventually(async () => expect(await kept()).not.toContain('Ada Lovelace'));
    await announce(orderId);

    const [thereNow, backNow] = await purchasesOf(orderId);
    expect(thereNow).toEqual({ ...there, order: { ...there?.order, shipTo: NOBODY } });
    expect(backNow).toEqual({ ...back, terms: { ...back?.terms, shipFrom: NOBODY } });
    expect(await kept()).toContain('Grace Hopper');
  });

  it('waits for a running purchase, which needs its addresses', async () => {
    const orderId = await sentAndReturned('Ada Lovelace');
    const dueAt = shipping.clock.now();
    const purchases = shipping.db.collection(PURCHASES);
    await purchases.updateMany({ orderId }, { $set: { dueAt } });
    const store = createPurchaseStore(shipping.db, shipping.clock);
    await expect(redactOrder(store, { accountId: ACCOUNT, orderId })).rejects.toThrow('is under way');
    expect(await kept()).toContain('Ada Lovelace');
    await purchases.updateMany({ orderId }, { $unset: { dueAt: '' } });
    await redactOrder(store, { accountId: ACCOUNT, orderId });
    expect(await kept()).not.toContain('Ada Lovelace');
  });
});
