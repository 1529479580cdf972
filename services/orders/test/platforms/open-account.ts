import type { ConnectPlatformRequest, ImportJob } from '@parcelyard/contracts/orders';
import { eventually } from '@parcelyard/testing/eventually';
import type { startOrders } from '../support/start-orders';

let accounts = 700;
const nextAccount = () => ++accounts;

/** Opens a new account, with the actions of a merchant: connect a store, import, read the orders. */
export function openAccount(
  { orders, clock, db }: Awaited<ReturnType<typeof startOrders>>,
  accountId = nextAccount(),
) {
  const jobs = db.collection<{ _id: number; dueAt?: Date; leaseUntil?: Date }>('import_jobs');
  const look = async (jobId: number) =>
    (await orders.getSyncStatus({ accountId, jobId })).jobs[0] as ImportJob;
  const start = async (days = 7) =>
    (await orders.startSync({ accountId, platform: '', days })).jobs[0] as ImportJob;
  const ended = ({ jobId }: ImportJob, whileWaiting: () => unknown = () => undefined) =>
    eventually(async () => {
      await whileWaiting();
      const job = await look(jobId);
      expect(job.finishedAt).toBeDefined();
      return job;
    });
  /**
   * Advances the clock only while the import waits. If time passed while it works, its lease would end, as after a
   * crash.
   */
  const skipPause = async (jobId: number) => {
    const job = await jobs.findOne({ _id: jobId });
    if (job?.dueAt && !job.leaseUntil && job.dueAt > clock.now()) clock.set(job.dueAt);
  };
  return {
    accountId,
    connect: (store: ConnectPlatformRequest['store'], storeName = 'Mugs') =>
      orders.connectPlatform({ accountId, storeName, store }),
    start,
    look,
    ended,
    /** Waits for the import's end. When the import pauses, the clock is set to the end of the pause. */
    endedInTime: (job: ImportJob) => ended(job, () => skipPause(job.jobId)),
    sync: async (days?: number) => ended(await start(days)),
    connection: async () => (await orders.listConnections({ accountId })).platforms[0],
    list: async () =>
      (await orders.listOrders({ accountId, status: '', page: { page: 1, pageSize: 100 } })).orders,
    get: (orderId: number) => orders.getOrder({ accountId, orderId }),
    /**
     * Waits until the order exists and has this status. When an import reports a new status, the store is first asked
     * for this order, so the status changes a little later.
     */
    comesTo: (status: string, orderId: number) =>
      eventually(async () => {
        const order = await orders.getOrder({ accountId, orderId });
        expect(order.status).toBe(status);
        return order;
      }),
  };
}
