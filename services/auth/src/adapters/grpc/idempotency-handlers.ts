import { type AuthDefinition, ClaimOutcome } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { IdempotencyRecords } from '../../ports';
import type { Claim, claimIdempotencyKey } from '../../use-cases/claim-idempotency-key';
import type { settleIdempotencyKey } from '../../use-cases/settle-idempotency-key';

export interface IdempotencyUseCases {
  claimIdempotencyKey: ReturnType<typeof claimIdempotencyKey>;
  settleIdempotencyKey: ReturnType<typeof settleIdempotencyKey>;
  releaseIdempotencyKey: IdempotencyRecords['release'];
}

type Handlers = Pick<
  RpcHandlers<typeof AuthDefinition>,
  'claimIdempotencyKey' | 'settleIdempotencyKey' | 'releaseIdempotencyKey'
>;

const OUTCOME: Record<Claim['outcome'], ClaimOutcome> = {
  claimed: ClaimOutcome.CLAIMED,
  answered: ClaimOutcome.ANSWERED,
  mismatch: ClaimOutcome.MISMATCH,
  busy: ClaimOutcome.BUSY,
};

export const createIdempotencyHandlers = (useCases: IdempotencyUseCases): Handlers => ({
  claimIdempotencyKey: async ({ leaseSeconds, ...request }) => {
    const keyed = { ...request, accountId: accountId(request.accountId) };
    const claim = await useCases.claimIdempotencyKey(keyed, leaseSeconds * 1000);
    return {
      outcome: OUTCOME[claim.outcome],
      holder: claim.outcome === 'claimed' ? claim.holder : '',
      ...(claim.outcome === 'answered' ? { answer: { status: claim.status, body: claim.body } } : {}),
    };
  },
  settleIdempotencyKey: async ({ holder, answer }) => {
    if (!holder || !answer) throw DomainError.text('invalid_argument', 'holder and answer are required.');
    const account = accountId(holder.accountId);
    return { settled: await useCases.settleIdempotencyKey(account, holder.key, holder.holder, answer) };
  },
  releaseIdempotencyKey: async ({ accountId: account, key, holder }) => {
    await useCases.releaseIdempotencyKey(accountId(account), key, holder);
    return {};
  },
});
