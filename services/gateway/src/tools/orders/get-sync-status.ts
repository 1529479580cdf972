import type { ImportJob } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { textOrNull, timestampOrNull } from '../../values/nullable';
import { recordId } from '../arguments/fields';
import { defineTool, type Payload, READS } from '../tool';

/** @see [MCP-Y4] */
export const getSyncStatus = defineTool({
  name: 'get_sync_status',
  title: 'Get sync status',
  description:
    'Import jobs with status (queued, running, completed, completed_with_errors, failed), counts, the orders that failed, and the latest 50 new and 50 changed orders. address_status is null before the address is checked (get_rates checks it).',
  ...READS,
  input: z.object({
    job_id: recordId(
      'Import job',
      'Integer id of an import job, from sync_platform_orders. Default: the latest job of each store.',
    ).optional(),
  }),
  async run(args, { caller, clients }) {
    const { jobs } = await clients.orders.getSyncStatus(caller, { jobId: args.job_id });
    return { jobs: jobs.map(presentJob) };
  },
});

const presentJob = ({ counts, ...job }: ImportJob): Payload => ({
  job_id: job.jobId,
  platform: job.platform,
  store_name: job.storeName,
  status: job.status,
  since: timestampOrNull(job.since),
  counts: {
    fetched: counts?.fetched ?? 0,
    created: counts?.created ?? 0,
    updated: counts?.updated ?? 0,
    skipped: counts?.skipped ?? 0,
    failed: counts?.failed ?? 0,
  },
  errors: job.errors.map(({ externalOrderId, code, message }) => ({
    external_order_id: textOrNull(externalOrderId),
    code,
    message,
  })),
  created_orders: job.createdOrders.map(({ orderId, orderNumber, name, addressStatus }) => ({
    order_id: orderId,
    order_number: orderNumber,
    name,
    address_status: textOrNull(addressStatus),
  })),
  updated_orders: job.updatedOrders.map(({ orderId, orderNumber, changed }) => ({
    order_id: orderId,
    order_number: orderNumber,
    changed,
  })),
  started_at: timestampOrNull(job.startedAt),
  finished_at: timestampOrNull(job.finishedAt),
});
