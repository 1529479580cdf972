import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Box, IdempotencyRecord, IdempotencyRecords, KeyedRequest, TokenSecrets } from '../ports';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface IdempotencyDependencies {
  records: IdempotencyRecords;
  answers: Box;
  secrets: TokenSecrets;
  clock: Clock;
}

export type Claim =
  /** The caller works on the request now, and settles or releases the key as this holder. */
  | { outcome: 'claimed'; holder: string }
  /** The first request's answer. */
  | { outcome: 'answered'; status: number; body: string }
  /** The key belongs to another request. */
  | { outcome: 'mismatch' }
  /** The first request is still under way. */
  | { outcome: 'busy' };

const HOLDER_BYTES = 12;

/**
 * Who may work on a request with an Idempotency-Key (decisions: 24 hours, same key and other body is refused). One at a
 * time, however many gateways ask; a holder that crashed loses the key when its lease runs out.
 * @throws DomainError failed_precondition when the key that sealed the first answer was retired
 */
export const claimIdempotencyKey =
  ({ records, answers, secrets, clock }: IdempotencyDependencies) =>
  async (request: KeyedRequest, leaseMs: number): Promise<Claim> => {
    for (;;) {
      const now = clock.now();
      const holder = secrets.random(HOLDER_BYTES);
      const mine: IdempotencyRecord = {
        ...request,
        holder,
        leaseUntil: new Date(now.getTime() + leaseMs),
        expiresAt: new Date(now.getTime() + DAY_MS),
      };
      if (await records.insert(mine)) return { outcome: 'claimed', holder };
      const present = await records.find(request.accountId, request.key);
      // Released or expired in between.
      if (!present) continue;
      const isOver = present.expiresAt <= now;
      if (!isOver) {
        if (present.fingerprint !== request.fingerprint) return { outcome: 'mismatch' };
        if (present.answer) return answered(answers, present, present.answer);
        if (present.leaseUntil > now) return { outcome: 'busy' };
      }
      const next = isOver ? mine : { ...mine, expiresAt: present.expiresAt };
      if (await records.replace(present, next)) return { outcome: 'claimed', holder };
    }
  };

function answered(
  answers: Box,
  { accountId }: IdempotencyRecord,
  answer: NonNullable<IdempotencyRecord['answer']>,
): Claim {
  const body = answers.open(answer, accountId);
  if (body !== undefined) return { outcome: 'answered', status: answer.status, body };
  throw DomainError.text('failed_precondition', 'The first answer under this key can no longer be shown.', {
    detail: `key ${answer.kid} is not in the ring`,
  });
}
