import { collectFaults } from '../faults';
import { expectData, waitUntil } from '../ideal';
import type { Job } from '../job';

const DAYS = 2;

/** The store's orders are imported. The merchant is told how many were imported, and how many are ready to ship. */
export const importOrders: Job = {
  name: 'import',
  needs: { plan: 'enterprise', balance: 0, store: true },
  slack: 1.25,
  prepare: async (merchant) => ({
    prompt: `Import the orders of the last ${DAYS} days from my store, and tell me how many came in and how many are ready to ship now.`,
    ideal: async (task) => {
      await expectData(task, 'sync_platform_orders', { days: DAYS });
      await waitUntil(async () => (await merchant.read('get_sync_status')).jobs[0].finished_at !== null);
      const { jobs } = await expectData(task, 'get_sync_status');
      const { total } = await expectData(task, 'list_orders', { page_size: 1 });
      return `${jobs[0].counts.created} orders came in; ${total} are ready to ship.`;
    },
    check: async (said) => {
      const faults = collectFaults();
      const { jobs } = await merchant.read('get_sync_status');
      const [job] = jobs;
      if (!job) return ['Nothing was imported.'];
      faults.unless(job.status === 'completed', `The import is ${job.status}.`);
      const back = (Date.now() - Date.parse(`${job.since}Z`)) / 86_400_000;
      faults.unless(back > DAYS - 0.1 && back < DAYS + 0.1, `The import went ${back.toFixed(1)} days back.`);
      faults.unless(job.counts.created > 0, 'No order came in.');
      const { total } = await merchant.read('list_orders', { page_size: 1 });
      faults.unless(
        total === job.counts.created,
        `${total} orders are there instead of ${job.counts.created}.`,
      );
      faults.unlessSaid(said, 'how many came in', String(job.counts.created));
      faults.unlessSaid(said, 'how many are ready', String(total));
      return faults.found;
    },
  }),
};
