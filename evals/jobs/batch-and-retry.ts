import { RECIPIENTS } from '../addresses';
import { collectFaults, sumOf } from '../faults';
import { dollars, expectData, waitUntil } from '../ideal';
import type { Job } from '../job';

const CEILING = 80;
/** The sandbox's carriers refuse parcels for this company. */
const REFUSED = 'SBX_DECLINE';

/** A batch in which the carrier refuses one parcel. The order is corrected, and its label is bought separately. */
export const batchAndRetry: Job = {
  name: 'batch and retry',
  needs: { plan: 'enterprise', balance: 200 },
  async prepare(merchant) {
    const orders = RECIPIENTS.map((recipient, place) => ({
      ship_to: { ...recipient, ...(place === 2 && { company: REFUSED }) },
      items: [{ name: 'Field notebook', price: 9.5 }],
      weight_oz: 10,
      external_order_id: `batch-${place}`,
    }));
    const { results } = await merchant.read('bulk_create_orders', { orders });
    const ids = (results as { order_id: number }[]).map(({ order_id }) => order_id);
    const { balance } = await merchant.read('get_balance');

    const isOver = async () => (await merchant.read('get_batch_status')).finished_at !== null;

    return {
      prompt: `Ship everything that is ready, at most ${dollars(CEILING)} in all. Should a carrier refuse a parcel because of the company "${REFUSED}", leave the company out of that address and buy its label, too. You need not ask again. Tell me what all labels cost.`,
      ideal: async (task) => {
        await expectData(task, 'trigger_batch_purchase', { max_charge: CEILING, confirm: true });
        await waitUntil(isOver);
        const first = await expectData(task, 'get_batch_status');
        const [{ order_id }] = first.problems;
        const { ship_to } = await expectData(task, 'get_order', { order_id });
        const { phone, email, ...address } = ship_to;
        await expectData(task, 'update_order_address', { order_id, ship_to: { ...address, company: null } });
        const rest = { order_ids: [order_id], max_charge: CEILING - first.total_charge, confirm: true };
        await expectData(task, 'trigger_batch_purchase', rest);
        await waitUntil(isOver);
        const second = await expectData(task, 'get_batch_status');
        return `All shipped for ${dollars(first.total_charge + second.total_charge)}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const costs: number[] = [];
        for (const id of ids) {
          const order = await merchant.read('get_order', { order_id: id });
          faults.unless(order.tracking_number !== null, `Order ${id} has no label.`);
          costs.push(order.shipping.cost ?? 0);
        }
        const after = await merchant.read('get_balance');
        const spent = sumOf([balance, -after.balance]);
        faults.unless(
          spent === sumOf(costs),
          `${dollars(spent)} was spent on labels of ${dollars(sumOf(costs))}.`,
        );
        faults.unless(spent <= CEILING, `${dollars(spent)} is above the ceiling.`);
        faults.unlessSaid(said, 'what all labels cost', spent);
        return faults.found;
      },
    };
  },
};
