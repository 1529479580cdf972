import { eventually } from '@parcelyard/testing/eventually';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, POLITE_PAUSE_MS, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const VICTIMS = ['shipping', 'billing', 'orders', 'shipping', 'gateway', 'billing', 'shipping', 'orders'];
/** Enough to meet every stage of a purchase, and an end, so that the last ones come through. */
const MOST_KILLS = 24;
const SHOPS = 6;
const ORDERS_EACH = 4;

describe('services killed at random while labels are bought [MCP-M7]', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1' });
  }, 90_000);
  afterAll(() => stack.remove());

  it('every order ends with exactly one label and one capture', async () => {
    const shops = await prepareShops(stack);
    let buying = true;
    const killing = killOneAfterAnother(stack, () => buying);

    const bought = await Promise.all(shops.map(buyOneAfterAnother));
    buying = false;
    expect(await killing).toBeGreaterThanOrEqual(VICTIMS.length / 2);

    expect(new Set(bought.flat()).size).toBe(SHOPS * ORDERS_EACH);
    await eventually(
      async () => {
        expect(await shipctl(stack.dataDir, 'ledger', 'verify')).toMatchObject({
          ok: true,
          captures: SHOPS * ORDERS_EACH,
          labels: SHOPS * ORDERS_EACH,
          open_holds: 0,
        });
      },
      90_000,
      500,
    );
  }, 300_000);
});

type Purchase = Awaited<ReturnType<typeof rateOrder>>['purchase'];

interface BusyShop {
  readonly shop: Shop;
  readonly purchases: readonly Purchase[];
}

async function prepareShops(stack: Stack): Promise<BusyShop[]> {
  const shops: BusyShop[] = [];
  for (let count = 0; count < SHOPS; count += 1) {
    const shop = await openShop(stack, '--plan', 'enterprise', '--balance', '5', '--auto-recharge', '10');
    const purchases: Purchase[] = [];
    for (let place = 0; place < ORDERS_EACH; place += 1) {
      purchases.push((await rateOrder(shop.mcp, await createOrder(shop.mcp), place % 3)).purchase);
    }
    shops.push({ shop, purchases });
  }
  return shops;
}

/** Tracking numbers. As a patient assistant does: asks again until it is told of the label, then takes the next order. */
async function buyOneAfterAnother({ shop, purchases }: BusyShop): Promise<string[]> {
  const bought: string[] = [];
  for (const purchase of purchases) {
    const label = await eventually(
      () => shop.mcp.expectData('buy_label', { ...purchase, confirm: true }),
      200_000,
      POLITE_PAUSE_MS,
    );
    expect(label.purchased).toBe(true);
    bought.push(label.tracking_number as string);
  }
  return bought;
}

/** Kills a service, waits until the supervisor has replaced it, takes the next; answers how many died. */
async function killOneAfterAnother(stack: Stack, goOn: () => boolean): Promise<number> {
  let killed = 0;
  while (goOn() && killed < MOST_KILLS) {
    const victim = VICTIMS[killed % VICTIMS.length] as string;
    const { pid } = stack.file().services[victim] as { pid: number };
    process.kill(pid, 'SIGKILL');
    killed += 1;
    await eventually(() => expect(stack.file().services[victim]?.pid).not.toBe(pid), 30_000);
  }
  return killed;
}
