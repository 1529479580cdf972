import type { AccountId } from '@parcelyard/service-kit/ids';
import type { IdempotencyDependencies } from './claim-idempotency-key';

/** Keeps the first answer for the key's 24 hours, sealed: it may hold personal data or a token. */
export const settleIdempotencyKey =
  ({ records, answers }: Pick<IdempotencyDependencies, 'records' | 'answers'>) =>
  (
    accountId: AccountId,
    key: string,
    holder: string,
    answer: { status: number; body: string },
  ): Promise<boolean> =>
    records.settle(accountId, key, holder, {
      status: answer.status,
      ...answers.seal(answer.body, accountId),
    });
