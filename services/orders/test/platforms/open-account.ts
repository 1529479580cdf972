import type { ConnectPlatformRequest, ImportJob } from '@parcelyard/contracts/orders';
import { eventually } from '@parcelyard/testing/eventually';
import type { startOrders } from '../support/start-orders';

let accounts = 700;

/** An account of its own, with what a merchant does to it: connecting a store, syncing, looking at the orders. */
export function openAccount({ orders, clock }: Awaited<ReturnType<typeof startOrders>>) {
  accounts += 1;
  const accountId = accounts;
  const look = async (jobId: number) =>
    (await orders.getSyncStatus({ accountId, jobId })).jobs[0] as ImportJob;
  const start = async (days = 7) =>
    (await orders.startSync({ accountId, platform: '', days })).jobs[0] as ImportJob;
  const ended = ({ jobId }: ImportJob, whileWaiting: () => void = () => undefined) =>
    eventually(async () => {
      whileWaiting();
      const job = await look(jobId);
      expect(job.finishedAt).toBeDefined();
      return job;
    }, 60_000);
  return {
    accountId,
    connect: (store: ConnectPlatformRequest['store'], storeName = 'Mugs') =>
      orders.connectPlatform({ accountId, storeName, store }),
    start,
    look,
    /** Waits for the job's end. */
    ended,
    /** Waits for the job's end in a world whose time flies, so that pauses are over at once. */
    endedInTime: (job: ImportJob) => ended(job, () => clock.advance(10_000)),
    sync: async (days?: number) => ended(await start(days)),
    connection: async () => (await orders.listConnections({ accountId })).platforms[0],
    list: async () =>
      (await orders.listOrders({ accountId, status: '', page: { page: 1, pageSize: 100 } })).orders,
    get: (orderId: number) => orders.getOrder({ accountId, orderId }),
  };
}
