import { z } from 'zod';
import { recordId } from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { presentBatch } from './present-batch';

/** @see specification, "get_batch_status"; the plan gate is the shipping service's */
export const getBatchStatus = defineTool({
  name: 'get_batch_status',
  title: 'Get batch status',
  description:
    'Progress of a batch purchase: status (queued, purchasing, completed, completed_with_errors, failed), counts, every order with its label and customs form or its error, and labels_url with all of them in one PDF once it has ended. An order whose label was voided since says voided.',
  ...READS,
  planFeature: 'batch shipping',
  input: z.object({
    batch_id: recordId(
      'Batch',
      'Batch, by its integer id from trigger_batch_purchase. Default: the latest.',
    ).optional(),
  }),
  async run(args, context) {
    const batch = await context.clients.shipping.getBatch(context.caller, { batchId: args.batch_id });
    return presentBatch(batch, context);
  },
});
