import { z } from 'zod';
import { appliedPage, page, pageSize } from '../arguments/fields';
import { defineTool } from '../tool';
import { presentPickup } from './present-pickup';

/** @see specification, "list_pickups" */
export const listPickups = defineTool({
  name: 'list_pickups',
  title: 'List pickups',
  description: 'Pickups of the account, newest first.',
  access: 'Read-only',
  oauth: true,
  saves: 'nothing',
  hints: { openWorld: false },
  input: z.object({ page: page(), page_size: pageSize() }),
  async run(args, { caller, clients }) {
    const applied = appliedPage(args);
    const { pickups, total } = await clients.pickups.listPickups(caller, { page: applied });
    return { pickups: pickups.map(presentPickup), page: applied.page, page_size: applied.pageSize, total };
  },
});
