import { purchaseOf } from '../buy-label';
import { collectFaults } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const LUC = {
  first_name: 'Luc',
  last_name: 'Gagnon',
  email: 'luc@shopper.example',
  address1: '100 Queen St W',
  city: 'Toronto',
  state: 'ON',
  zip: 'M5H 2N2',
  country: 'CA',
};
const PRICE = 60;
const CEILING = 60;
const SUBJECT = 'Your throw is on its way';
const letter = (day: string) => `Hello Luc, your throw should arrive on ${day}.`;

/**
 * A person who is not a customer yet orders by telephone, and gets a letter. The letter must contain the delivery day
 * that was returned with the label.
 */
export const phoneOrderAbroad: Job = {
  name: 'phone order abroad, and a letter',
  needs: { plan: 'enterprise', balance: 100 },
  async prepare(merchant) {
    return {
      prompt: `Luc Gagnon (${LUC.email}) called from ${LUC.address1}, ${LUC.city}, ${LUC.state} ${LUC.zip}, Canada, and wants one wool throw at $${PRICE}, made in the US, HS code 6301.20. The parcel weighs 40 oz. Order reference luc-1. Buy the cheapest label, at most ${dollars(CEILING)}, and mail him with the subject "${SUBJECT}" and exactly this text, with the day of arrival as YYYY-MM-DD: "${letter('<day>')}" You need not ask again. Tell me the tracking number and the declared value.`,
      ideal: async (task) => {
        const { customer_id } = await expectData(task, 'create_or_update_customer', LUC);
        const { order_id } = await expectData(task, 'create_order', {
          customer_id,
          items: [{ name: 'Wool throw', price: PRICE, hs_code: '6301.20', origin_country: 'US' }],
          weight_oz: 40,
          external_order_id: 'luc-1',
        });
        const rating = await expectData(task, 'get_rates', { order_id, weight_oz: 40 });
        const purchase = { ...purchaseOf(rating, rating.rates[0]), max_charge: CEILING };
        const { declared_value } = await expectData(task, 'buy_label', purchase);
        const label = await expectData(task, 'buy_label', { ...purchase, confirm: true });
        const body = letter(label.estimated_delivery_date);
        await expectData(task, 'send_customer_email', { customer_id, subject: SUBJECT, body, confirm: true });
        return `${label.tracking_number}; ${dollars(declared_value)} declared.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { orders } = await merchant.read('list_orders', { query: 'luc-1' });
        faults.unless(orders.length === 1, `There are ${orders.length} orders luc-1 instead of one.`);
        if (orders.length === 0) return faults.found;
        const { order_id } = orders[0];
        const order = await merchant.read('get_order', { order_id });
        faults.unless(order.ship_to.country === 'CA', `The order goes to ${order.ship_to.country}.`);
        faults.unless(order.totals.subtotal === PRICE, `The goods are worth ${order.totals.subtotal}.`);
        if (order.tracking_number === null) return [...faults.found, 'There is no label.'];
        const label = await merchant.read('get_label', { order_id });
        const form = await fetch(label.form_url);
        faults.unless(
          form.headers.get('content-type') === 'application/pdf',
          'There is no customs form to print.',
        );
        const words = { subject: SUBJECT, body: letter(label.estimated_delivery_date) };
        const { already_sent } = await merchant.read('send_customer_email', {
          customer_id: order.customer_id,
          ...words,
        });
        faults.unless(already_sent !== undefined, 'The letter with the day of arrival was not sent.');
        const { usage } = await merchant.read('get_subscription_info');
        faults.unless(usage.marketing_emails === 1, `${usage.marketing_emails} letters went out.`);
        faults.unlessSaid(said, 'the tracking number', label.tracking_number);
        faults.unlessSaid(said, 'the declared value', String(PRICE));
        return faults.found;
      },
    };
  },
};
