import { eventually } from '@parcelyard/testing/eventually';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const VICTIMS = ['shipping', 'billing', 'orders', 'shipping', 'gateway', 'billing', 'shipping', 'orders'];
const SHOPS = 6;
const ORDERS_EACH = 4;

describe('services killed at random while labels are bought [MCP-M7]', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1' });
  }, 90_000);
  afterAll(() => stack.remove());

  it('every order ends with exactly one label and one capture', async () => {
    const purchases = await preparePurchases(stack);
    let buying = true;
    const killing = killOneAfterAnother(stack, () => buying);

    const bought = await Promise.all(purchases.map(({ shop, purchase }) => buyUntilAnswered(shop, purchase)));
    buying = false;
    expect(await killing).toBeGreaterThan(0);

    expect(new Set(bought).size).toBe(SHOPS * ORDERS_EACH);
    await eventually(async () => {
      expect(await shipctl(stack.dataDir, 'ledger', 'verify')).toMatchObject({
        ok: true,
        captures: SHOPS * ORDERS_EACH,
        labels: SHOPS * ORDERS_EACH,
        open_holds: 0,
      });
    }, 90_000);
  }, 300_000);
});

type Purchase = Awaited<ReturnType<typeof rateOrder>>['purchase'];

async function preparePurchases(stack: Stack): Promise<{ shop: Shop; purchase: Purchase }[]> {
  const all: { shop: Shop; purchase: Purchase }[] = [];
  for (let count = 0; count < SHOPS; count += 1) {
    const shop = await openShop(stack, '--plan', 'enterprise', '--balance', '5', '--auto-recharge', '10');
    for (let order = 0; order < ORDERS_EACH; order += 1) {
      const orderId = await createOrder(shop.mcp);
      all.push({ shop, purchase: (await rateOrder(shop.mcp, orderId, order % 3)).purchase });
    }
  }
  return all;
}

/** As a patient assistant does: asks again until it is told of a label; the tracking number. */
function buyUntilAnswered({ mcp }: Shop, purchase: Purchase): Promise<string> {
  return eventually(async () => {
    const label = await mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(label.purchased).toBe(true);
    return label.tracking_number as string;
  }, 200_000);
}

/** Kills a service, waits until the supervisor has replaced it, takes the next; answers how many died. */
async function killOneAfterAnother(stack: Stack, goOn: () => boolean): Promise<number> {
  let killed = 0;
  for (const victim of VICTIMS) {
    if (!goOn() && killed > 0) break;
    const { pid } = stack.file().services[victim] as { pid: number };
    process.kill(pid, 'SIGKILL');
    killed += 1;
    await eventually(() => expect(stack.file().services[victim]?.pid).not.toBe(pid), 30_000);
  }
  return killed;
}
