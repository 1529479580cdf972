import type { Failure } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure, toFailure } from '@parcelyard/service-kit/failure';
import { type Batch, batchKey, hasReal, isGivenUp, priceOf } from '../../domain/batch/batch';
import { nextPause, purchaseFailed } from '../../domain/purchase-step';
import type { BatchPorts } from '../../ports';
import { HOLD_CALL_MS, SERVICE_CALL_MS } from '../purchase/step';
import { endBatchReservation, isRefusal, reserveForBatch } from './admit-batch';

/**
 * Charges the card once for the whole batch, before its first label (money rule 6). If an earlier process has not
 * finished the reservation, finishes it first. If billing refuses, the batch ends. If billing does not answer, the
 * batch waits, and ends when it has waited too long. Before a batch ends, its recharge is canceled, so that nothing is
 * charged later.
 * @returns the batch in state `purchasing`; undefined when it does not begin
 */
export async function rechargeForBatch(ports: BatchPorts, batch: Batch): Promise<Batch | undefined> {
  const { batches, billing, clock, logger, failPoint } = ports;
  const { accountId } = batch;
  const { chargedPostage, insurance } = priceOf(batch.items);
  const key = batchKey(batch.id);
  try {
    if (batch.admission === 'pending') await reserveForBatch(ports, batch);
    await billing.rechargeForBatch(
      {
        accountId,
        key,
        postageCents: chargedPostage,
        insuranceCents: insurance,
        realLabels: hasReal(batch.items),
      },
      { timeoutMs: HOLD_CALL_MS },
    );
  } catch (error) {
    const reason = definite(error) ?? (isGivenUp(batch, clock.now()) ? NO_ANSWER : undefined);
    if (reason) {
      await billing.cancelBatchRecharge({ accountId, key }, { timeoutMs: SERVICE_CALL_MS });
      failPoint('batch-1-recharge-canceled');
      await endBatchReservation(ports, batch);
      failPoint('batch-1-reservation-ended');
      await batches.fail(batch, reason);
      return undefined;
    }
    logger.warn({ batchId: batch.id, err: error }, 'batch waits for its recharge');
    await batches.defer(batch, nextPause(batch.createdAt, clock.now()));
    return undefined;
  }
  failPoint('batch-1-recharged');
  return batches.begin(batch.admission ? { ...batch, admission: 'reserved' } : batch);
}

function definite(error: unknown): Failure | undefined {
  if (!(error instanceof DomainError)) return undefined;
  if (error.reason === 'labels_of_another_kind') return purchaseFailed(toFailure(error));
  // Billing answers this when an earlier process has canceled the recharge and then crashed.
  if (error.code === 'failed_precondition') return NO_ANSWER;
  if (error.code !== 'payment_required' && !isRefusal(error)) return undefined;
  return purchaseFailed(toFailure(error));
}

const NO_ANSWER = failure('unavailable', 'batch_payment_unanswered', {});
