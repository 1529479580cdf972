import { z } from 'zod';
import { confirm } from '../arguments/fields';
import { pickupId } from '../arguments/record-ids';
import { defineTool } from '../tool';
import { presentPickup } from './pickup-fields';

/** @see specification, "cancel_pickup" */
export const cancelPickup = defineTool({
  name: 'cancel_pickup',
  title: 'Cancel pickup',
  description:
    'Cancels a scheduled pickup; its orders wait for another one. Preview first, then call again with confirm: true.',
  access: 'Changes data',
  oauth: true,
  saves: 'when confirmed',
  hints: { idempotent: true, openWorld: true },
  input: z.object({ pickup_id: pickupId(), confirm: confirm('true cancels the pickup.') }),
  async run(args, { caller, clients, sentence }) {
    const confirmed = args.confirm === true;
    const pickup = await clients.pickups.cancelPickup(caller, {
      pickupId: args.pickup_id,
      confirm: confirmed,
    });
    if (confirmed) return { canceled: true, ...presentPickup(pickup, sentence) };
    return {
      preview: true,
      ...presentPickup(pickup, sentence),
      note: [
        ...pickup.notes.map(sentence),
        'Nothing was canceled. Call again with confirm: true to cancel this pickup.',
      ].join(' '),
    };
  },
});
