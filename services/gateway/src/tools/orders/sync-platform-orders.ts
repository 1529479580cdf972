import { z } from 'zod';
import { optionalChoice, wholeNumber } from '../arguments/fields';
import { defineTool } from '../tool';

const DEFAULT_DAYS = 7;

/** @see [MCP-Y2] */
export const syncPlatformOrders = defineTool({
  name: 'sync_platform_orders',
  title: 'Sync platform orders',
  description:
    'Starts importing recent orders from the connected stores; follow the jobs with get_sync_status. Orders that were imported before are not imported again. A store has one import at a time: while it runs, the call returns it.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { onlyAdds: true, openWorld: true },
  input: z.object({
    platform: optionalChoice(
      ['sandbox', 'shopify', 'woocommerce'],
      'Only the store on this platform. Default: every connected store.',
    ),
    days: wholeNumber('Days to look back for orders, 1 to 90.', { min: 1, max: 90 })
      .meta({ default: DEFAULT_DAYS })
      .optional(),
  }),
  async run(args, { caller, clients }) {
    await clients.quotas.take('store_imports', { ...caller, account: caller.accountId });
    const { jobs } = await clients.orders.startSync(caller, {
      platform: args.platform ?? '',
      days: args.days ?? DEFAULT_DAYS,
    });
    return { jobs: jobs.map(({ jobId, platform, status }) => ({ job_id: jobId, platform, status })) };
  },
});
