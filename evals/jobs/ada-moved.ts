import { RECIPIENTS } from '../addresses';
import { buyLabel, createOrder, purchaseOf } from '../buy-label';
import { collectFaults, sameMoney, sumOf } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';
import { moneyOf } from '../money-of';

const NEW_HOME = { street1: '1701 Bryant St', city: 'Denver', state: 'CO', zip: '80204' };
const [ADA, GRACE] = RECIPIENTS;

interface Row {
  readonly order_id: number;
  readonly tracking_number: string | null;
}

/**
 * A recipient has moved. One order is open. Another order already has a label, which must be voided and bought again.
 */
export const adaMoved: Job = {
  name: 'Ada moved',
  needs: { plan: 'enterprise', balance: 200 },
  async prepare(merchant) {
    const open = await createOrder(merchant, ADA, { external_order_id: 'ada-open' });
    const labelled = await createOrder(merchant, ADA, { external_order_id: 'ada-labelled' });
    const other = await createOrder(merchant, GRACE, { external_order_id: 'grace' });
    const voided = await buyLabel(merchant, labelled.orderId);
    const { balance } = await merchant.read('get_balance');

    return {
      prompt: `Ada Lovelace moved to ${NEW_HOME.street1}, ${NEW_HOME.city}, ${NEW_HOME.state} ${NEW_HOME.zip}. She has two orders: correct both, and where a label with the old address exists, void it and buy the cheapest one to the new address for the same 12 oz parcel, at most $20. You need not ask again. Tell me the new tracking number.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { query: 'Ada Lovelace' });
        const ship_to = { name: 'Ada Lovelace', ...NEW_HOME };
        let tracking = '';
        for (const { order_id, tracking_number } of orders as Row[]) {
          if (tracking_number !== null)
            await expectData(task, 'cancel_shipping_label', { order_id, confirm: true });
          await expectData(task, 'update_order_address', { order_id, ship_to });
          if (tracking_number === null) continue;
          const rating = await expectData(task, 'get_rates', { order_id, weight_oz: 12 });
          const purchase = purchaseOf(rating, rating.rates[0]);
          const label = await expectData(task, 'buy_label', { ...purchase, max_charge: 20, confirm: true });
          tracking = label.tracking_number;
        }
        return `Both orders go to Denver now; the new tracking number is ${tracking}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        for (const { orderId } of [open, labelled]) {
          const { ship_to } = await merchant.read('get_order', { order_id: orderId });
          faults.unless(
            ship_to.street1 === NEW_HOME.street1 && ship_to.zip === NEW_HOME.zip,
            `Order ${orderId} still goes to ${ship_to.street1}, ${ship_to.zip}.`,
          );
        }
        const [kept, shipped, untouched] = await Promise.all(
          [open, labelled, other].map(({ orderId }) => merchant.read('get_order', { order_id: orderId })),
        );
        faults.unless(kept.tracking_number === null, 'The open order got a label, but nobody asked for it.');
        faults.unless(shipped.tracking_number !== null, 'The order that had a label has none now.');
        faults.unless(
          shipped.tracking_number !== voided.trackingNumber,
          'The label to the old address is still valid.',
        );
        faults.unless(
          untouched.ship_to.zip === GRACE.zip && untouched.tracking_number === null,
          "Somebody else's order was touched.",
        );
        faults.unlessSaid(said, 'the new tracking number', shipped.tracking_number ?? '(none)');
        const cost = shipped.shipping.cost as number;
        // The cost of the first label is refunded.
        const before = sumOf([balance, voided.postage]);
        const spent = sumOf([before, -(await moneyOf(merchant, sumOf([before, -cost])))]);
        faults.unless(
          sameMoney(spent, cost),
          `The new label cost ${dollars(cost)}, but the account is ${dollars(spent)} down.`,
        );
        return faults.found;
      },
    };
  },
};
