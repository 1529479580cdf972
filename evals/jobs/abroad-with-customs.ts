import { purchaseOf } from '../buy-label';
import { collectFaults, sameMoney } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const MARIE = {
  name: 'Marie Tremblay',
  street1: '290 Bremner Blvd',
  city: 'Toronto',
  state: 'ON',
  zip: 'M5V 3L9',
  country: 'CA',
};
const PRICE = 60;
const QUANTITY = 2;

/**
 * A parcel is sent abroad. The preview contains the declared and insured values, and the customs form comes with the
 * label.
 */
export const abroadWithCustoms: Job = {
  name: 'Canada with customs and insurance',
  needs: { plan: 'enterprise', balance: 200, insurance: true },
  async prepare(merchant) {
    const { balance } = await merchant.read('get_balance');
    return {
      prompt: `Ship two wool throws at $${PRICE} each to ${MARIE.name}, ${MARIE.street1}, ${MARIE.city}, ${MARIE.state} ${MARIE.zip}, Canada. They are made in the US, HS code 6301.20, the parcel weighs 40 oz, and my shipments are insured. Order reference marie-1. Buy the cheapest label, at most $80 in all. You need not ask again. Tell me what was charged in all and what value the customs form declares.`,
      ideal: async (task) => {
        const { order_id } = await expectData(task, 'create_order', {
          ship_to: MARIE,
          items: [
            {
              name: 'Wool throw',
              quantity: QUANTITY,
              price: PRICE,
              hs_code: '6301.20',
              origin_country: 'US',
            },
          ],
          weight_oz: 40,
          external_order_id: 'marie-1',
        });
        const rating = await expectData(task, 'get_rates', { order_id, weight_oz: 40 });
        const purchase = { ...purchaseOf(rating, rating.rates[0]), max_charge: 80 };
        const preview = await expectData(task, 'buy_label', purchase);
        const label = await expectData(task, 'buy_label', { ...purchase, confirm: true });
        const { tracking_number } = await expectData(task, 'get_label', { order_id });
        return `${tracking_number}: ${dollars(label.total_charge)} charged; ${dollars(preview.declared_value)} declared.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { orders } = await merchant.read('list_orders', { query: 'marie-1' });
        faults.unless(orders.length === 1, `There are ${orders.length} orders marie-1 instead of one.`);
        if (orders.length === 0) return faults.found;
        const { order_id } = orders[0];
        const order = await merchant.read('get_order', { order_id });
        faults.unless(order.ship_to.country === 'CA', `The order goes to ${order.ship_to.country}.`);
        faults.unless(
          order.totals.subtotal === PRICE * QUANTITY,
          `The goods are worth ${order.totals.subtotal}.`,
        );
        const label = await merchant.read('get_label', { order_id }).catch(() => undefined);
        if (label === undefined) return [...faults.found, 'There is no label.'];
        const form = await fetch(label.form_url);
        faults.unless(
          form.headers.get('content-type') === 'application/pdf',
          'There is no customs form to print.',
        );
        const after = await merchant.read('get_balance');
        const charged = balance - after.balance;
        const { totals } = await merchant.read('get_shipping_report', { months: 1 });
        faults.unless(
          sameMoney(totals.insurance, PRICE * QUANTITY * 0.01),
          `Insurance of ${dollars(totals.insurance)} was paid for goods of ${dollars(PRICE * QUANTITY)}.`,
        );
        faults.unless(
          totals.labels === 1 && sameMoney(charged, totals.postage + totals.insurance),
          `${dollars(charged)} left the balance for ${totals.labels} labels of ${dollars(totals.postage)}.`,
        );
        faults.unlessSaid(said, 'what was charged', charged);
        faults.unlessSaid(said, 'the declared value', PRICE * QUANTITY);
        return faults.found;
      },
    };
  },
};
