import { z } from 'zod';
import { appliedPage, page, pageOf, pageSize } from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { presentPickup } from './pickup-fields';

/** @see [MCP-P3] */
export const listPickups = defineTool({
  name: 'list_pickups',
  title: 'List pickups',
  description: 'Pickups of the account, newest first.',
  ...READS,
  input: z.object({ page: page(), page_size: pageSize() }),
  async run(args, { caller, clients, sentence }) {
    const applied = appliedPage(args);
    const { pickups, total } = await clients.pickups.listPickups(caller, { page: applied });
    return { pickups: pickups.map((pickup) => presentPickup(pickup, sentence)), ...pageOf(applied, total) };
  },
});
