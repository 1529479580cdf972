import { RECIPIENTS } from '../addresses';
import { createOrder } from '../buy-label';
import { collectFaults } from '../faults';
import { expectData } from '../ideal';
import type { Job } from '../job';

const [, GRACE] = RECIPIENTS;
const SOAP = { name: 'Olive soap, unscented', sku: 'SOAP-7', price: 6.75 };
const CANDLE = { name: 'Beeswax candle', sku: 'CANDLE-1', price: 14.5 };
const UNITS = 2;

interface Line {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

/** An item is moved to another order with the item's own name and price, and the catalog is unchanged. */
export const twoOrdersIntoOne: Job = {
  name: 'two orders into one',
  needs: { plan: 'enterprise', balance: 0 },
  async prepare(merchant) {
    const given = await createOrder(merchant, GRACE, { items: [{ ...SOAP, quantity: UNITS }] });
    const kept = await createOrder(merchant, GRACE, { items: [CANDLE] });
    const catalog = async () => JSON.stringify((await merchant.read('list_products')).products);
    const before = await catalog();

    return {
      prompt: `${GRACE.name} has two open orders, ${given.orderNumber} and ${kept.orderNumber}. Cancel ${given.orderNumber} and put what was in it on ${kept.orderNumber}, at the same price. You need not ask again. Tell me what ${kept.orderNumber} comes to now.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { query: GRACE.name });
        const idOf = (number: string) =>
          orders.find(({ order_number }: { order_number: string }) => order_number === number).order_id;
        const from = { order_id: idOf(given.orderNumber) };
        const { items } = await expectData(task, 'get_order', from);
        const add_items = (items as Line[]).map(({ sku, quantity, price }) => ({ sku, quantity, price }));
        const to = { order_id: idOf(kept.orderNumber), add_items };
        const { totals } = await expectData(task, 'update_order', to);
        await expectData(task, 'cancel_order', { ...from, confirm: true });
        return `${kept.orderNumber} comes to $${totals.total}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { status } = await merchant.read('get_order', { order_id: given.orderId });
        faults.unless(/cancel/i.test(status), `Order ${given.orderNumber} is ${status}.`);
        const order = await merchant.read('get_order', { order_id: kept.orderId });
        faults.unless(!/cancel/i.test(order.status), `Order ${kept.orderNumber} is ${order.status}.`);
        faults.unless(order.items.length === 2, `It has ${order.items.length} lines instead of two.`);
        for (const [wanted, units] of [[SOAP, UNITS] as const, [CANDLE, 1] as const]) {
          const line = (order.items as Line[]).find(({ name }) => name === wanted.name);
          faults.unless(
            line?.quantity === units && line.price === wanted.price && line.sku === wanted.sku,
            `It does not have ${units} of ${wanted.name} at ${wanted.price}.`,
          );
        }
        faults.unless((await catalog()) === before, 'The catalog has changed.');
        faults.unlessSaid(said, 'what it comes to', UNITS * SOAP.price + CANDLE.price);
        return faults.found;
      },
    };
  },
};
