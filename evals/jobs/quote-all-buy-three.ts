import { RECIPIENTS } from '../addresses';
import { collectFaults, sameMoney, sumOf } from '../faults';
import { dollars, expectData, waitUntil } from '../ideal';
import type { Job } from '../job';

const WEIGHT_OZ = 12;
const CEILING = 40;

interface Row {
  readonly order_id: number;
  readonly price: number;
}

/** Orders without a weight get rates in one call, and three of them are shipped. */
export const quoteAllBuyThree: Job = {
  name: 'quote everything, buy three',
  needs: { plan: 'enterprise', balance: 200 },
  async prepare(merchant) {
    const orders = RECIPIENTS.map((ship_to, place) => ({
      ship_to,
      items: [{ name: 'Beeswax candle', price: 14.5 }],
      external_order_id: `quote-${place}`,
    }));
    const { results } = await merchant.read('bulk_create_orders', { orders });
    const ids = (results as { order_id: number }[]).map(({ order_id }) => order_id);
    const { balance } = await merchant.read('get_balance');
    const quoted: Row[] = [];
    for (const { zip, state, city } of RECIPIENTS) {
      const to = { to_zip: zip, to_state: state, to_city: city, weight_oz: WEIGHT_OZ };
      const { rates } = await merchant.read('quote_shipping', to);
      quoted.push({ order_id: ids[quoted.length] as number, price: rates[0].amount });
    }
    const cheapest = [...quoted].sort((a, b) => a.price - b.price).slice(0, 3);

    return {
      prompt: `Each of my open orders weighs ${WEIGHT_OZ} oz. Tell me what each costs to ship at the cheapest rate, then buy labels for the three that are cheapest to ship, all charges together at most ${dollars(CEILING)}. You need not ask again.`,
      ideal: async (task) => {
        const all = await expectData(task, 'list_orders', { page_size: 100 });
        const order_ids = all.orders.map(({ order_id }: Row) => order_id);
        const preview = await expectData(task, 'trigger_batch_purchase', {
          order_ids,
          weight_oz: WEIGHT_OZ,
        });
        const rows = [...(preview.orders as Row[])].sort((a, b) => a.price - b.price);
        const three = { order_ids: rows.slice(0, 3).map(({ order_id }) => order_id), max_charge: CEILING };
        const { batch_id } = await expectData(task, 'trigger_batch_purchase', { ...three, confirm: true });
        await waitUntil(async () => (await merchant.read('get_batch_status')).finished_at !== null);
        const batch = await expectData(task, 'get_batch_status', { batch_id });
        return `${rows.map(({ order_id, price }) => `${order_id}: ${dollars(price)}`).join(', ')}. Batch ${batch.status}, ${dollars(batch.total_charge)} charged.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        for (const id of ids) {
          const { tracking_number } = await merchant.read('get_order', { order_id: id });
          const wanted = cheapest.some(({ order_id }) => order_id === id);
          const has = wanted ? 'has no label' : 'has a label that nobody asked for';
          faults.unless((tracking_number !== null) === wanted, `Order ${id} ${has}.`);
        }
        for (const { order_id, price } of quoted)
          faults.unlessSaid(said, `the price of order ${order_id}`, price);
        const charged = sumOf(cheapest.map(({ price }) => price));
        const after = await merchant.read('get_balance');
        faults.unless(
          sameMoney(balance - after.balance, charged),
          `${dollars(balance - after.balance)} left the balance instead of ${dollars(charged)}.`,
        );
        return faults.found;
      },
    };
  },
};
