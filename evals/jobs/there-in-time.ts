import { RECIPIENTS } from '../addresses';
import { createOrder, purchaseOf } from '../buy-label';
import { collectFaults, sameMoney } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const [ADA, , , , , { street1, city, state, zip }] = RECIPIENTS;
const POUNDS = 2;
const CEILING = 25;
const DAY_MS = 86_400_000;

interface Rate {
  readonly amount: number;
  readonly estimated_delivery_date: string;
}

/** The cheapest rate would be too late, and the fastest rate costs too much. */
export const thereInTime: Job = {
  name: 'new address, in time, under a price',
  needs: { plan: 'enterprise', balance: 100 },
  async prepare(merchant) {
    const { orderId, orderNumber } = await createOrder(merchant, ADA, { weight_oz: POUNDS * 16 });
    const quote = { to_zip: zip, to_state: state, to_city: city, weight_oz: POUNDS * 16 };
    const { rates } = await merchant.read('quote_shipping', quote);
    const affordable = (rates as Rate[]).filter(({ amount }) => amount <= CEILING);
    const days = affordable.map((rate) => rate.estimated_delivery_date).sort();
    // The deadline is in three days. If no affordable rate delivers by then, for example because of a weekend, the
    // deadline is the first day on which an affordable rate delivers.
    const inThreeDays = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    const deadline = [inThreeDays, days[0] as string].sort()[1] as string;
    const [best] = affordable.filter((rate) => rate.estimated_delivery_date <= deadline);
    if (!best) throw new Error('No rate is there in time.');

    return {
      prompt: `${ADA.name}, order ${orderNumber}, moved to ${street1}, ${city}, ${state} ${zip}. Her parcel weighs ${POUNDS} lb and must be there by ${deadline}. Correct the address and buy the cheapest label that is there in time, at most ${dollars(CEILING)}. You need not ask again. Tell me what was charged and the day of arrival.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { query: orderNumber });
        const [{ order_id }] = orders;
        const ship_to = { name: ADA.name, street1, city, state, zip };
        await expectData(task, 'update_order_address', { order_id, ship_to });
        const narrow = { deliver_by: deadline, max_amount: CEILING };
        const rating = await expectData(task, 'get_rates', { order_id, weight_lb: POUNDS, ...narrow });
        const purchase = { ...purchaseOf(rating, rating.rates[0]), max_charge: CEILING };
        await expectData(task, 'buy_label', purchase);
        const label = await expectData(task, 'buy_label', { ...purchase, confirm: true });
        return `${dollars(label.total_charge)} charged; there on ${label.estimated_delivery_date}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const order = await merchant.read('get_order', { order_id: orderId });
        faults.unless(order.ship_to.zip === zip, `The order still goes to ${order.ship_to.zip}.`);
        faults.unless(
          order.totals.weight_oz === POUNDS * 16,
          `The parcel was rated with ${order.totals.weight_oz} oz.`,
        );
        if (order.tracking_number === null) return [...faults.found, 'There is no label.'];
        const { estimated_delivery_date } = await merchant.read('get_label', { order_id: orderId });
        faults.unless(
          estimated_delivery_date <= deadline,
          `It arrives on ${estimated_delivery_date}, after ${deadline}.`,
        );
        faults.unless(
          sameMoney(order.shipping.cost, best.amount),
          `The label cost ${dollars(order.shipping.cost)} instead of ${dollars(best.amount)}.`,
        );
        faults.unlessSaid(said, 'what was charged', best.amount);
        faults.unlessSaid(said, 'the day of arrival', estimated_delivery_date);
        return faults.found;
      },
    };
  },
};
