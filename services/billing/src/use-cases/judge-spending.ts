import { type Cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import type { BillingAccount } from '../domain/account';
import { isExpired } from '../domain/approval';
import type { Position, TransferDraft } from '../domain/ledger';
import { drawnOn, type KindLimits, type Spend, spendWithin } from '../domain/spending-limits';
import type { BillingPorts } from '../ports';
import { type ApprovalPorts, findApproval, requestApproval } from './find-approval';

export type Counted = Required<Pick<TransferDraft, 'spending'>> & Pick<TransferDraft, 'approval'>;

/**
 * Why a purchase is not allowed. `error` is the error for the caller. Without `error`, the owner must first be asked
 * for approval.
 */
export type SpendingObstacle = {
  readonly spend: Spend;
  readonly limits: KindLimits;
  readonly error: DomainError | undefined;
};

export const isObstacle = (verdict: Counted | SpendingObstacle): verdict is SpendingObstacle =>
  'spend' in verdict;

/**
 * Checks a purchase against the limits. `position` has the account's spending so far.
 * @param kept the part of the day's limit that another purchase needs
 */
export type JudgeSpending = (position: Position, kept?: Cents) => Counted | SpendingObstacle;

/**
 * Reads what the check needs, and returns the function that checks a purchase at a position of the ledger. The approval
 * is checked after the limits, so the owner is not asked about a purchase that a limit refuses.
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
    const change = spendWithin(spend.alreadySold ? {} : limits, spend, spending, now, kept);
    if (change instanceof DomainError) return { spend, limits, error: change };
    // For a label of a batch, the owner was already asked about the whole batch.
    if (drawnOn(spend, spending) || found.kind === 'not_needed') return { spending: change };
    if (spend.alreadySold && found.kind !== 'allowed') return { spending: change };
    if (found.kind === 'refused') return { spend, limits, error: found.error };
    if (found.kind === 'needed' || (isExpired(found.approval, now) && !spend.alreadySold))
      return { spend, limits, error: undefined };
    return { spending: change, approval: found.approval.id };
  };
}

/**
 * Returns the error for a purchase that is not allowed. If the purchase needs the owner's approval, first asks the
 * owner.
 */
export const refusalOf = async (
  ports: ApprovalPorts & Pick<BillingPorts, 'newApprovalId'>,
  { accountId }: Pick<BillingAccount, 'accountId'>,
  { spend, limits, error }: SpendingObstacle,
): Promise<DomainError> => error ?? requestApproval(ports, accountId, limits, spend);

/**
 * Returns what a preview shows: the error that a purchase would get, or that the owner would have to approve it. Does
 * not ask the owner.
 */
export function foresee(verdict: Counted | SpendingObstacle) {
  if (!isObstacle(verdict)) return {};
  const { spend, limits, error } = verdict;
  if (error && error.reason !== 'approval_needed') return { refusal: error };
  const { total: totalCents, batch } = spend;
  const params = { totalCents, askAboveCents: limits.askAbove ?? ZERO, batch };
  return { approval: toFailure(new DomainError('permission_denied', 'approval_foreseen', params)) };
}
