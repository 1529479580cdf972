import { RECIPIENTS } from '../addresses';
import { buyLabel, createOrder, purchaseOf } from '../buy-label';
import { collectFaults, sameMoney } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';
import { moneyOf } from '../money-of';

const CEILING = 40;
const WEIGHT_OZ = 30;

/** An order has two labels, one of which is voided. The order itself shows their total cost. */
export const voidAndBuyAgain: Job = {
  name: 'void, buy again, cost in all',
  needs: { plan: 'enterprise', balance: 100 },
  async prepare(merchant) {
    const { balance } = await merchant.read('get_balance');
    const { orderId, orderNumber } = await createOrder(merchant, RECIPIENTS[0]);
    const first = await buyLabel(merchant, orderId);

    return {
      prompt: `The label of order ${orderNumber} was bought for the wrong weight: the parcel weighs ${WEIGHT_OZ} oz. Void it and buy the cheapest label for the right weight, at most ${dollars(CEILING)}. You need not ask again. Tell me the new tracking number, and what the labels of this order cost me in all once the first one's money is back.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { query: orderNumber });
        const [{ order_id }] = orders;
        await expectData(task, 'cancel_shipping_label', { order_id, confirm: true });
        const rating = await expectData(task, 'get_rates', { order_id, weight_oz: WEIGHT_OZ });
        const purchase = { ...purchaseOf(rating, rating.rates[0]), max_charge: CEILING };
        await expectData(task, 'buy_label', purchase);
        const label = await expectData(task, 'buy_label', { ...purchase, confirm: true });
        const { label_cost, pending_refund } = await expectData(task, 'get_order', { order_id });
        return `${label.tracking_number}; ${dollars(label_cost.net - (pending_refund?.amount ?? 0))} in all.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const order = await merchant.read('get_order', { order_id: orderId });
        if (order.tracking_number === null) return ['The order has no label now.'];
        faults.unless(order.tracking_number !== first.trackingNumber, 'The first label is still there.');
        faults.unless(
          order.totals.weight_oz === WEIGHT_OZ,
          `The parcel was rated with ${order.totals.weight_oz} oz.`,
        );
        const cost = order.shipping.cost as number;
        const there = await moneyOf(merchant, balance - cost);
        faults.unless(
          sameMoney(there, balance - cost),
          `The balance is ${dollars(there)} instead of ${dollars(balance - cost)}.`,
        );
        faults.unlessSaid(said, 'the new tracking number', order.tracking_number);
        faults.unlessSaid(said, 'what the labels cost in all', cost);
        return faults.found;
      },
    };
  },
};
