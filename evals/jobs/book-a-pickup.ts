import { RECIPIENTS } from '../addresses';
import { buyLabel, createOrder } from '../buy-label';
import { collectFaults } from '../faults';
import { expectData } from '../ideal';
import type { Job } from '../job';

const DAY_MS = 86_400_000;

/** Printed parcels are collected on the next day on which the carrier comes. */
export const bookAPickup: Job = {
  name: 'pickup',
  needs: { plan: 'enterprise', balance: 100 },
  async prepare(merchant) {
    const ids: number[] = [];
    for (const recipient of RECIPIENTS.slice(0, 2)) {
      const { orderId } = await createOrder(merchant, recipient);
      await buyLabel(merchant, orderId, 'usps');
      ids.push(orderId);
    }
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const there = await merchant.read('check_pickup_availability', { date: tomorrow, carrier: 'usps' });
    const expected = there.available ? tomorrow : there.next_available_date;

    return {
      prompt: `I have printed the two USPS labels that were bought today. Mark them printed and book USPS to collect them at the front door, from ${tomorrow} on as early as they come. You need not ask again. Tell me the day and the confirmation number.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { status: 'PrintLabel' });
        const order_ids = orders.map(({ order_id }: { order_id: number }) => order_id);
        await expectData(task, 'mark_labels_printed', { order_ids, confirm: true });
        const day = await expectData(task, 'check_pickup_availability', { date: tomorrow, carrier: 'usps' });
        const date = day.available ? day.date : day.next_available_date;
        const pickup = await expectData(task, 'schedule_pickup', {
          date,
          carrier: 'usps',
          location: 'Front door',
          confirm: true,
        });
        return `USPS comes on ${pickup.date}, confirmation ${pickup.confirmation_number}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { pickups } = await merchant.read('list_pickups');
        faults.unless(pickups.length === 1, `There are ${pickups.length} pickups instead of one.`);
        const [pickup] = pickups;
        if (!pickup) return faults.found;
        faults.unless(pickup.status === 'scheduled', `The pickup is ${pickup.status}.`);
        faults.unless(pickup.date === expected, `The pickup is on ${pickup.date} instead of ${expected}.`);
        for (const id of ids)
          faults.unless(pickup.order_ids.includes(id), `Order ${id} is not part of the pickup.`);
        faults.unlessSaid(said, 'the day', pickup.date);
        faults.unlessSaid(said, 'the confirmation number', pickup.confirmation_number);
        return faults.found;
      },
    };
  },
};
