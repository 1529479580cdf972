import type { Rate } from '@parcelyard/contracts/shipping';
import type { BuyRequest } from '@parcelyard/shipping/sellers/carrier-port';
import { createCarrierRegistry } from '@parcelyard/shipping/sellers/carrier-registry';
import { eventually } from '@parcelyard/testing/eventually';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

/**
 * An order has one purchase at a time because of the unique index `owner`. Without this index, the first and the last
 * test fail: a second call inserts another purchase, the order's lock refuses this purchase, and the caller gets a
 * conflict instead of the label.
 */
let shipping: Shipping;
beforeAll(async () => {
  shipping = await startShipping();
});
afterAll(() => shipping.close());

const CONFIRMS = 100;

test.each([
  ['the same rate', [0]],
  ['different rates', [0, 1, 2, 3, 4]],
])('one of a hundred confirms at once with %s buys, and all get the same label', async (_, places) => {
  // Two processes, so that no memory is shared.
  const processes = [await shipping.startProcess(), await shipping.startProcess()].map(({ rpc }) => rpc);
  const [rpc] = processes;
  if (!rpc) throw new Error('No process.');
  const { orderId } = await shipping.createOrder();
  const choices = await Promise.all(
    places.map((place) => rate(rpc, orderId, (rates: readonly Rate[]) => rates[place])),
  );
  const before = await shipping.billing.getBalance({ accountId: ACCOUNT });

  const answers = await Promise.all(
    Array.from({ length: CONFIRMS }, (_, attempt) => {
      const process = processes[attempt % processes.length] as typeof rpc;
      return confirm(process, choices[attempt % choices.length] as (typeof choices)[number]);
    }),
  );

  const order = await shipping.getOrder(orderId);
  for (const { label } of answers) expect(label).toEqual(order.label);
  const paid = answers.filter(({ chargedNow }) => chargedNow);
  expect(paid).toHaveLength(1);
  const [{ postageCents }] = paid as [(typeof answers)[number]];
  for (const answer of answers) expect(answer.postageCents).toBe(postageCents);

  const tried = await shipping.db.collection('purchases').find({ accountId: ACCOUNT, orderId }).toArray();
  expect(tried.map(({ state }) => state)).toEqual(['done']);
  const journal = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  const sold = journal.entries.filter(({ reference }) => reference.startsWith(`pur_${orderId}_`));
  expect(sold).toMatchObject([{ trackingNumber: order.label?.trackingNumber, chargedCents: postageCents }]);
  const kinds = await shipping.transfersOf(orderId);
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['capture', 'hold']);
  const after = await shipping.billing.getBalance({ accountId: ACCOUNT });
  expect(after.availableCents).toBe(before.availableCents - (order.label?.costCents ?? 0));
});

test("a confirm during the carrier's answer waits for that answer", async () => {
  const { rpc } = await shipping.startProcess();
  const { orderId } = await shipping.createOrder();
  const [cheap, dear] = [await rate(rpc, orderId), await rate(rpc, orderId, (rates) => rates.at(-1))];
  let answer: () => void = () => undefined;
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = await shipping.startProcess({
    carriers: (sandbox) =>
      createCarrierRegistry(
        sandbox.all.map((carrier) => ({
          ...carrier,
          buy: async (request: BuyRequest) => {
            await answering;
            return carrier.buy(request);
          },
        })),
      ),
  });

  const first = confirm(slow.rpc, cheap);
  await eventually(async () => {
    const purchase = await shipping.db
      .collection<{ state: string }>('purchases')
      .findOne({ accountId: ACCOUNT, orderId });
    expect(purchase?.state).toBe('carrier_sent');
  });
  const second = confirm(rpc, dear);
  answer();

  const [won, waited] = await Promise.all([first, second]);
  expect(won).toMatchObject({ chargedNow: true, label: { serviceLevel: cheap.serviceLevel } });
  expect(waited).toEqual({ ...won, chargedNow: false });
  const tried = { accountId: ACCOUNT, orderId };
  expect(await shipping.db.collection('purchases').countDocuments(tried)).toBe(1);
});
