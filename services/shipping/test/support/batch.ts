import type { Batch, TriggerBatchRequest } from '@parcelyard/contracts/shipping';
import { eventually } from '@parcelyard/testing/eventually';
import { ACCOUNT, type Shipping, type ShippingClient } from './start-shipping';

const aBatch = (changes: Partial<TriggerBatchRequest> = {}): TriggerBatchRequest => ({
  accountId: ACCOUNT,
  orderIds: [],
  maxTotalCents: undefined,
  servicePreference: '',
  confirm: false,
  ...changes,
});

export async function previewBatch(rpc: ShippingClient, changes: Partial<TriggerBatchRequest> = {}) {
  const { outcome } = await rpc.triggerBatch(aBatch(changes));
  if (outcome?.$case !== 'preview') throw new Error('A preview answered without a preview.');
  return outcome.preview;
}

export async function confirmBatch(rpc: ShippingClient, changes: Partial<TriggerBatchRequest> = {}) {
  const { outcome } = await rpc.triggerBatch(aBatch({ ...changes, confirm: true }));
  if (outcome?.$case !== 'queued') throw new Error('A confirm answered without a batch.');
  return outcome.queued;
}

/**
 * Waits until the batch has ended, and returns it. Moves the clock whenever the batch or one of its purchases waits.
 */
export function endedBatch(shipping: Shipping, rpc: ShippingClient, batchId?: number): Promise<Batch> {
  return eventually(async () => {
    await refreshNow(shipping);
    const batch = await rpc.getBatch({ accountId: ACCOUNT, batchId });
    expect(batch.status).toMatch(/^(completed|completed_with_errors|failed)$/);
    return batch;
  });
}

interface Due {
  accountId: number;
  dueAt?: Date;
  leaseUntil?: Date;
}

async function refreshNow({ db, clock }: Shipping): Promise<void> {
  for (const name of ['purchases', 'batches']) {
    const waiting = { dueAt: { $gt: clock.now() }, leaseUntil: { $exists: false } };
    const [next] = await db.collection<Due>(name).find(waiting).sort({ dueAt: 1 }).limit(1).toArray();
    if (next?.dueAt && next.dueAt > clock.now()) clock.set(next.dueAt);
  }
}
