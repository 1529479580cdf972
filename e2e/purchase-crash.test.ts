import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { eventually } from '@parcelyard/testing/eventually';
import { serviceClient } from './support/service-client';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, POLITE_PAUSE_MS, rateOrder } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

/**
 * Sends kill -9 right after every numbered step of the purchase (design of the money path), and inside the recharge.
 * The supervisor restarts the service. The purchase must then be finished or undone.
 *
 * Several unique indexes make this safe. Each of them was removed once, and tests of the services failed each time:
 *
 * - the ledger's `(accountId, seq)`: tests of 100 holds at once, and of 60 purchases on a short balance, failed.
 * - the ledger's `(accountId, resolves)`: a captured hold could be released.
 * - the one active recharge of an account: tests of a crash after the gateway's charge, and of simultaneous purchases,
 * failed.
 * - the carrier's rule of one sale per reference: the carrier's journal was wrong.
 * - the purchase's `owner`: tests of a hundred confirmed calls, and of a carrier that does not answer, failed.
 *
 * Only the removal of the purchase's `attempt` may stay unnoticed, because `_id` contains the same value.
 */
const STEPS = [
  'purchase-1-claimed',
  'purchase-2-locked',
  'purchase-3-held',
  'purchase-4-carrier-sent',
  'purchase-5-carrier-bought',
  'purchase-6-labelled',
  'purchase-7-attached',
  'purchase-8-captured',
  'purchase-9-done',
  'recharge-charged',
  'hold-purchase-opened',
  'hold-entered',
  'capture-entered',
];

describe('a crash in the middle of a purchase loses nothing and charges nothing twice [MCP-M7]', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1' });
  });
  afterAll(() => stack.remove());

  it.each(STEPS)(
    'killed right after %s: one label with one capture, or a release and an unchanged order',
    async (step) => {
      // A balance of 1.00 makes every purchase recharge first, so the recharge steps run, too.
      const { account, mcp } = await openShop(
        stack,
        '--plan',
        'enterprise',
        '--balance',
        '1',
        '--auto-recharge',
        '25',
      );
      const orderId = await createOrder(mcp);
      const { purchase, row } = await rateOrder(mcp, orderId);
      const died = watchForDeath(stack);
      stack.failAt(step);

      const first = await mcp.call('buy_label', { ...purchase, confirm: true }).catch(() => undefined);
      await died();

      const settled = await eventually(
        async () => {
          const again = await mcp.expectData('buy_label', { ...purchase, confirm: true });
          expect(again.purchased).toBe(true);
          return again;
        },
        75_000,
        POLITE_PAUSE_MS,
      );
      if (first && !first.isError) expect(first.data.tracking_number).toBe(settled.tracking_number);
      const label = await mcp.expectData('get_label', { order_id: orderId });
      expect(label).toMatchObject({ has_label: true, tracking_number: settled.tracking_number });
      await eventually(
        async () => expect(await balanceOf(mcp)).toBeCloseTo(1 + 25 - row.amount, 2),
        60_000,
        POLITE_PAUSE_MS,
      );
      await eventually(async () => expect(await purchaseStates(stack, account.accountId)).toEqual(['done']));
      expect(
        await shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId)),
      ).toMatchObject({ ok: true, captures: 1, labels: 1, open_holds: 0 });
    },
  );
});

/**
 * Returns the states of the account's purchases, as the shipping service stores them. The order does not show them:
 * once it has a label, it looks finished, even if its purchase is not.
 */
async function purchaseStates(stack: Stack, accountId: number): Promise<string[]> {
  const { rpc, close } = serviceClient(stack, 'shipping', ShippingDefinition, 'shipctl');
  try {
    const { purchases } = await rpc.listPurchases({ accountId, afterPurchaseId: '', limit: 10 });
    return purchases.map(({ state }) => state);
  } finally {
    close();
  }
}

/** Returns a function that waits until the supervisor has replaced the process that the fail point killed. */
function watchForDeath(stack: Stack): () => Promise<void> {
  const before = Object.values(stack.file().services).map(({ pid }) => pid);
  return async () => {
    await eventually(() => {
      const now = Object.values(stack.file().services).map(({ pid }) => pid);
      if (now.every((pid) => before.includes(pid)))
        throw new Error(`No service was killed.\n${stack.output()}`);
    });
  };
}
