import { RECIPIENTS } from '../addresses';
import { buyLabel, createOrder } from '../buy-label';
import { collectFaults, sameMoney } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';
import { moneyOf } from '../money-of';

/** An order with a label is canceled, and the merchant is told what is refunded and when. */
export const voidThenCancel: Job = {
  name: 'void, then cancel',
  needs: { plan: 'enterprise', balance: 100 },
  async prepare(merchant) {
    const { balance } = await merchant.read('get_balance');
    const { orderId, orderNumber } = await createOrder(merchant, RECIPIENTS[0]);
    const label = await buyLabel(merchant, orderId);
    return {
      prompt: `The customer of order ${orderNumber} changed her mind. Void the label, cancel the order, and tell me how much money comes back. You need not ask again.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { query: orderNumber });
        const [{ order_id }] = orders;
        const voided = await expectData(task, 'cancel_shipping_label', { order_id, confirm: true });
        await expectData(task, 'cancel_order', { order_id, confirm: true });
        const { pending_refunds } = await expectData(task, 'get_balance');
        return `Canceled. ${dollars(voided.refund_amount)} comes back; ${dollars(pending_refunds.amount)} of it is still to come.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const order = await merchant.read('get_order', { order_id: orderId });
        faults.unless(/cancel/i.test(order.status), `The order is ${order.status}.`);
        faults.unless(order.tracking_number === null, 'The order still has the label.');
        const back = await moneyOf(merchant, balance);
        faults.unless(
          sameMoney(back, balance),
          `The balance was ${dollars(balance)}. With pending refunds, it is now ${dollars(back)}.`,
        );
        faults.unlessSaid(said, 'what comes back', label.postage);
        return faults.found;
      },
    };
  },
};
