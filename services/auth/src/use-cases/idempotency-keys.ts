import {
  type ClaimIdempotencyKeyRequest,
  type ClaimIdempotencyKeyResponse,
  ClaimOutcome,
  type IdempotencyHolder,
  type SettleIdempotencyKeyRequest,
} from '@parcelyard/contracts/auth';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { lasts } from '@parcelyard/service-kit/possible-times';
import type { AccountSealer } from '../adapters/crypto/token-secrets';
import type { IdempotencyRecord } from '../adapters/mongo/idempotency-store';
import { later } from '../domain/oauth-grant';
import type { AuthPorts } from '../ports';

type IdempotencyPorts = Pick<AuthPorts, 'idempotency' | 'answers' | 'secrets' | 'clock'>;

const LIFETIME_SECONDS = 86_400;
const HOLDER_BYTES = 12;

/**
 * Reserves an Idempotency-Key for one caller, so that no other caller works on the same request at the same time. A key
 * is valid for 24 hours. The same key with another body is refused. If the caller crashes, its lease ends and another
 * caller may reserve the key.
 * @throws DomainError failed_precondition when the key that encrypted the first answer was removed
 */
export async function claimIdempotencyKey(
  { idempotency, answers, secrets, clock }: IdempotencyPorts,
  { leaseSeconds, accountId, key, fingerprint }: ClaimIdempotencyKeyRequest,
): Promise<ClaimIdempotencyKeyResponse> {
  for (;;) {
    const now = clock.now();
    const mine: IdempotencyRecord = {
      accountId,
      key,
      fingerprint,
      holder: secrets.random(HOLDER_BYTES),
      leaseUntil: later(now, leaseSeconds),
      expiresAt: later(now, LIFETIME_SECONDS),
    };
    if (await idempotency.insert(mine)) return claimed(mine);
    const present = await idempotency.find(accountId, key);
    // Another caller's record prevented the insert, but that record has been released or has expired since. So try
    // again.
    if (!present) continue;
    const isOver = present.expiresAt <= now;
    if (!isOver) {
      if (present.fingerprint !== fingerprint) return { outcome: ClaimOutcome.MISMATCH, holder: '' };
      if (present.answer) return answered(answers, accountId, present.answer);
      if (lasts(present.leaseUntil, now, leaseSeconds * 1_000))
        return { outcome: ClaimOutcome.BUSY, holder: '' };
    }
    const next = isOver ? mine : { ...mine, expiresAt: present.expiresAt };
    if (await idempotency.replace(present, next)) return claimed(mine);
  }
}

const claimed = ({ holder }: IdempotencyRecord): ClaimIdempotencyKeyResponse => ({
  outcome: ClaimOutcome.CLAIMED,
  holder,
});

function answered(
  answers: AccountSealer,
  accountId: number,
  answer: NonNullable<IdempotencyRecord['answer']>,
): ClaimIdempotencyKeyResponse {
  const body = answers.open(answer, accountId);
  if (body !== undefined) {
    return { outcome: ClaimOutcome.ANSWERED, holder: '', answer: { status: answer.status, body } };
  }
  const detail = `key ${answer.kid} is not in the ring, or is another one than then`;
  throw new DomainError('failed_precondition', 'first_answer_unreadable', {}, { detail });
}

/**
 * Stores the first answer as long as its key is valid. It is encrypted, because it may contain personal data or a
 * token.
 */
export async function settleIdempotencyKey(
  { idempotency, answers }: IdempotencyPorts,
  { holder, answer }: SettleIdempotencyKeyRequest,
): Promise<Empty> {
  if (!holder) throw new DomainError('invalid_argument', 'field_required', {}, { field: 'holder' });
  if (!answer) throw new DomainError('invalid_argument', 'field_required', {}, { field: 'answer' });
  const sealed = answers.seal(answer.body, holder.accountId);
  await idempotency.settle(holder, { status: answer.status, ...sealed });
  return {};
}

/** Makes a key free again, if it has no answer. */
export async function releaseIdempotencyKey(
  { idempotency }: IdempotencyPorts,
  holder: IdempotencyHolder,
): Promise<Empty> {
  await idempotency.release(holder);
  return {};
}
