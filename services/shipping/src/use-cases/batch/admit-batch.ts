import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { type Batch, batchKey, priceOf, spendOf } from '../../domain/batch/batch';
import type { BatchPorts } from '../../ports';
import { SERVICE_CALL_MS } from '../purchase/step';

/** Billing's errors that end the batch. When billing returns one of them, it has reserved nothing. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['resource_exhausted', 'permission_denied']);

export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && REFUSALS.has(error.code);

/**
 * If the account has spending limits, reserves the batch's total before the batch may begin. The batch is stored before
 * the reservation is made. So several requests for this batch share one reservation, and a worker can make the
 * reservation after a crash.
 * @throws DomainError billing's error; the batch is then deleted, as if it had never been requested
 */
export async function admitBatch(ports: BatchPorts, batch: Batch): Promise<Batch> {
  if (batch.admission !== 'pending') return batch;
  const { batches, failPoint } = ports;
  failPoint('batch-0-queued-unadmitted');
  try {
    await reserveForBatch(ports, batch);
  } catch (error) {
    if (isRefusal(error) && (await batches.refuse(batch))) {
      failPoint('batch-0-refused');
      await withdrawBatch(ports, batch);
    }
    throw error;
  }
  failPoint('batch-0-reserved');
  const admitted = (await batches.admit(batch)) ?? (await batches.find(batch.accountId, batch.id));
  if (admitted) return admitted;
  // Another request for the same batch was refused by billing at the same time. That request deletes the batch.
  await endBatchReservation(ports, batch);
  throw new DomainError('conflict', 'batches_contended', {});
}

/**
 * Deletes a refused batch. First ends the batch's reservation in case another request for this batch has made a
 * reservation.
 */
export async function withdrawBatch(ports: BatchPorts, batch: Batch): Promise<void> {
  await endBatchReservation(ports, batch);
  await ports.batches.remove(batch);
}

export async function reserveForBatch({ billing }: BatchPorts, batch: Batch): Promise<void> {
  const { id, accountId, items, connectionKind, timeZone, approvalId = '' } = batch;
  const { chargedPostage, carrierBilled, insurance } = priceOf(items);
  const { orderIds, dearest, destination } = spendOf(items);
  await billing.reserveSpending(
    {
      accountId,
      key: batchKey(id),
      postageCents: chargedPostage,
      insuranceCents: insurance,
      spending: {
        connectionKind: writeConnectionKind(connectionKind),
        timeZone,
        orderIds,
        approvalId,
        dearestCents: dearest,
        reservation: '',
        carrierBilledCents: carrierBilled,
        destination,
      },
    },
    { timeoutMs: SERVICE_CALL_MS },
  );
}

/** Subtracts the unused part of the batch's reservation from the day's spending. Called before the batch ends. */
export async function endBatchReservation(
  { billing }: Pick<BatchPorts, 'billing'>,
  { id, accountId, admission }: Batch,
): Promise<void> {
  if (!admission) return;
  await billing.endReservation({ accountId, key: batchKey(id) }, { timeoutMs: SERVICE_CALL_MS });
}
