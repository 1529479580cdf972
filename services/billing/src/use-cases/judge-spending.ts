import { type Cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import type { BillingAccount } from '../domain/account';
import { isExpired } from '../domain/approval';
import type { Position, TransferDraft } from '../domain/ledger';
import { drawnOn, type KindLimits, type Spend, spendWithin } from '../domain/spending-limits';
import type { BillingPorts } from '../ports';
import { type ApprovalPorts, findApproval, requestApproval } from './find-approval';

/** The parts of a draft that the limits decide. */
export type Counted = Required<Pick<TransferDraft, 'spending'>> & Pick<TransferDraft, 'approval'>;

/** Why a spend fails: a refusal, or the owner must be asked first. */
export type SpendingObstacle = {
  readonly spend: Spend;
  readonly limits: KindLimits;
  readonly error: DomainError | undefined;
};

export const isObstacle = (verdict: Counted | SpendingObstacle): verdict is SpendingObstacle =>
  'spend' in verdict;

/** Judges a spend at a position of the ledger. @param kept what another purpose needs of the day */
export type JudgeSpending = (position: Position, kept?: Cents) => Counted | SpendingObstacle;

/**
 * Reads what the limits need besides the position. The position decides: the transfer right after it carries the count
 * and uses the approval. The order is label limit, day limit, approval: the owner is not asked about a purchase that is
 * refused anyway.
 */
export async function prepareJudge(
  ports: ApprovalPorts,
  { accountId, limits: all }: BillingAccount,
  spend: Spend,
): Promise<JudgeSpending> {
  const limits = all[spend.kind];
  const found = await findApproval(ports, accountId, limits, spend);
  const { clock } = ports;
  return ({ spending }, kept = ZERO) => {
    const now = clock.now();
    const change = spendWithin(limits, spend, spending, now, kept);
    if (change instanceof DomainError) return { spend, limits, error: change };
    // The owner was asked about the whole batch.
    if (drawnOn(spend, spending) || found.kind === 'not_needed') return { spending: change };
    if (found.kind === 'refused') return { spend, limits, error: found.error };
    if (found.kind === 'needed' || isExpired(found.approval, now)) return { spend, limits, error: undefined };
    return { spending: change, approval: found.approval.id };
  };
}

/** The refusal of a spend; requests the owner's approval if it is needed. */
export const refusalOf = async (
  ports: ApprovalPorts & Pick<BillingPorts, 'newApprovalId'>,
  { accountId }: Pick<BillingAccount, 'accountId'>,
  { spend, limits, error }: SpendingObstacle,
): Promise<DomainError> => error ?? requestApproval(ports, accountId, limits, spend);

/** What a preview shows: the refusal that a confirm would get, or that it would wait for approval. Requests nothing. */
export function foresee(verdict: Counted | SpendingObstacle) {
  if (!isObstacle(verdict)) return {};
  const { spend, limits, error } = verdict;
  if (error && error.reason !== 'approval_needed') return { refusal: error };
  const { total: totalCents, batch } = spend;
  const params = { totalCents, askAboveCents: limits.askAbove ?? ZERO, batch };
  return { approval: toFailure(new DomainError('permission_denied', 'approval_foreseen', params)) };
}
