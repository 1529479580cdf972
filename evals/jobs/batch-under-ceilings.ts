import { RECIPIENTS } from '../addresses';
import { collectFaults, sumOf } from '../faults';
import { dollars, expectData, waitUntil } from '../ideal';
import type { Job } from '../job';

const EACH = 10;
const TOGETHER = 80;
const DAY_MS = 86_400_000;
const LIGHT_OZ = 8;
const HEAVY_OZ = 160;

/** A batch has a ceiling for each label and a ceiling for all labels. */
export const batchUnderCeilings: Job = {
  name: 'under a price each and together, printed and collected',
  needs: { plan: 'enterprise', balance: 200 },
  async prepare(merchant) {
    const orders = RECIPIENTS.map((ship_to, place) => ({
      ship_to,
      items: [{ name: 'Field notebook', price: 9.5 }],
      weight_oz: place < 2 ? HEAVY_OZ : LIGHT_OZ,
      external_order_id: `ceiling-${place}`,
    }));
    const { results } = await merchant.read('bulk_create_orders', { orders });
    const ids = (results as { order_id: number }[]).map(({ order_id }) => order_id);
    const [heavy, light] = [ids.slice(0, 2), ids.slice(2)];
    const { balance } = await merchant.read('get_balance');
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const there = await merchant.read('check_pickup_availability', { date: tomorrow, carrier: 'usps' });
    const expected = there.available ? tomorrow : there.next_available_date;

    return {
      prompt: `Buy the cheapest label of every order that costs at most ${dollars(EACH)} to ship, all together at most ${dollars(TOGETHER)}, and leave dearer ones alone. I print them at once from one PDF: give me its address, mark them printed, and book USPS to collect them at the front door, from ${tomorrow} on as early as they come. You need not ask again. Tell me what all labels cost, and the day of the pickup.`,
      ideal: async (task) => {
        const batch = { max_per_label: EACH, max_charge: TOGETHER };
        await expectData(task, 'trigger_batch_purchase', batch);
        const { batch_id } = await expectData(task, 'trigger_batch_purchase', { ...batch, confirm: true });
        await waitUntil(async () => (await merchant.read('get_batch_status')).finished_at !== null);
        const { labels_url, total_charge } = await expectData(task, 'get_batch_status');
        await expectData(task, 'mark_labels_printed', { batch_id, confirm: true });
        const day = await expectData(task, 'check_pickup_availability', { date: tomorrow, carrier: 'usps' });
        const pickup = await expectData(task, 'schedule_pickup', {
          date: day.available ? day.date : day.next_available_date,
          carrier: 'usps',
          location: 'Front door',
          confirm: true,
        });
        return `${labels_url} for ${dollars(total_charge)}; USPS comes on ${pickup.date}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        for (const id of heavy) {
          const { tracking_number } = await merchant.read('get_order', { order_id: id });
          faults.unless(tracking_number === null, `Order ${id} was too expensive, but has a label.`);
        }
        const costs: number[] = [];
        for (const id of light) {
          const order = await merchant.read('get_order', { order_id: id });
          faults.unless(order.tracking_number !== null, `Order ${id} has no label.`);
          costs.push(order.shipping.cost ?? 0);
        }
        faults.unless(
          costs.every((cost) => cost <= EACH),
          `A label cost more than ${dollars(EACH)}.`,
        );
        const after = await merchant.read('get_balance');
        const spent = sumOf([balance, -after.balance]);
        faults.unless(spent === sumOf(costs), `${dollars(spent)} was spent on ${dollars(sumOf(costs))}.`);
        faults.unlessSaid(said, 'what all labels cost', spent);
        const { pickups } = await merchant.read('list_pickups');
        faults.unless(pickups.length === 1, `There are ${pickups.length} pickups instead of one.`);
        const [pickup] = pickups;
        if (!pickup) return faults.found;
        faults.unless(pickup.date === expected, `The pickup is on ${pickup.date} instead of ${expected}.`);
        for (const id of light)
          faults.unless(pickup.order_ids.includes(id), `Order ${id} is not part of the pickup.`);
        faults.unlessSaid(said, 'the day of the pickup', pickup.date);
        const [link] = said.match(/https?:\/\/[^\s<>()"']+/) ?? [];
        const pdf = link && (await fetch(link.replace(/[.,;]+$/, '')));
        faults.unless(
          pdf ? pdf.headers.get('content-type') === 'application/pdf' : false,
          'The merchant was given no PDF.',
        );
        return faults.found;
      },
    };
  },
};
