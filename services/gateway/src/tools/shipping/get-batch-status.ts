import { z } from 'zod';
import { appliedPage, page, pageSize, recordId } from '../arguments/fields';
import { note } from '../note';
import { defineTool, READS } from '../tool';
import { presentBatch } from './present-batch';

const PAGE_SIZE = 20;
/**
 * If the call names no page, items are listed only if there are at most this many. While a batch is running, assistants
 * ask often and many items have no label yet, so the limit is lower.
 */
const MAX_WITH_ITEMS = { running: PAGE_SIZE, ended: 50 };

const notes = {
  itemsLeftOut: note(
    'a call without a page while the batch has more than 20 orders and runs, or more than 50',
    {},
    () =>
      `items is empty in this answer, because there are many items. To read them, give page; a page has ${PAGE_SIZE} items.`,
  ),
};

/** @see [MCP-S23]. The shipping service checks the plan. */
export const getBatchStatus = defineTool({
  name: 'get_batch_status',
  title: 'Get batch status',
  description:
    'Progress of a batch purchase: status (queued, purchasing, completed, completed_with_errors, failed), counts, every failed order in problems, a page of items with label and customs form, and, after the end, labels_url: one PDF with all of them. In a large batch, items is empty unless page is given.',
  ...READS,
  planFeature: 'batch shipping',
  notes,
  input: z.object({
    batch_id: recordId('Batch', 'Integer batch id. Default: the latest.').optional(),
    page: page(),
    page_size: pageSize(PAGE_SIZE),
  }),
  async run(args, context) {
    const applied = appliedPage(args, PAGE_SIZE);
    const batch = await context.clients.shipping.getBatch(context.caller, {
      batchId: args.batch_id,
      page: applied,
    });
    const isPoll = args.page === undefined && args.page_size === undefined;
    const most = batch.finishedAt ? MAX_WITH_ITEMS.ended : MAX_WITH_ITEMS.running;
    if (!isPoll || batch.total <= most) return presentBatch(batch, applied, context);
    return {
      ...presentBatch({ ...batch, items: [] }, { page: 1, pageSize: 0 }, context),
      note: notes.itemsLeftOut({}),
    };
  },
});
