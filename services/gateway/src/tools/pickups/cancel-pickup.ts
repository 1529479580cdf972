import { z } from 'zod';
import { confirm } from '../arguments/fields';
import { pickupId } from '../arguments/record-ids';
import { note, SHOW_AND_AGREE } from '../note';
import { defineTool } from '../tool';
import { presentPickup } from './pickup-fields';

const notes = {
  previewed: note(
    'a preview',
    { orders: 2 },
    ({ orders }) =>
      `Nothing was canceled. A confirm cancels the pickup with the carrier; ${orders === 1 ? 'its order then waits' : `its ${orders} orders then wait`} for another pickup. ${SHOW_AND_AGREE}`,
  ),
};

/** @see [MCP-P4] */
export const cancelPickup = defineTool({
  name: 'cancel_pickup',
  title: 'Cancel pickup',
  description:
    'Cancels a scheduled pickup; its orders then wait for another pickup. Preview first, then confirm.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'cancel_pickup', about: ({ pickup_id }) => ({ pickupId: pickup_id }) },
  hints: { idempotent: true, openWorld: true },
  notes,
  input: z.object({ pickup_id: pickupId(), confirm: confirm('true cancels the pickup.') }),
  async run(args, { caller, clients, sentence }) {
    const confirmed = args.confirm === true;
    const pickup = await clients.pickups.cancelPickup(caller, {
      pickupId: args.pickup_id,
      confirm: confirmed,
    });
    if (confirmed) return { canceled: true, ...presentPickup(pickup, sentence) };
    const shown = { preview: true, ...presentPickup(pickup, sentence) };
    // The pickup is canceled already, so there is nothing to confirm. The pickup's notes say so.
    if (pickup.status === 'canceled') return shown;
    const said = [...pickup.notes.map(sentence), notes.previewed({ orders: pickup.packageCount })];
    return { ...shown, note: said.join(' ') };
  },
});
