import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { RequestedApproval } from '../adapters/mongo/approval-store';
import { type Approval, expiryOf, isExpired } from '../domain/approval';
import { asksAbove, type KindLimits, type Spend } from '../domain/spending-limits';
import type { BillingPorts } from '../ports';
import { clockTime } from './blocking-decline';
import { ordersOf, subjectOf } from './read-spending';

export type ApprovalPorts = Pick<BillingPorts, 'approvals' | 'ledger' | 'clock'>;

export type ApprovalState =
  | { readonly kind: 'not_needed' }
  | { readonly kind: 'allowed'; readonly approval: Approval }
  /** The owner must be asked. `last` is the last approval request for this purchase, if there was one. */
  | { readonly kind: 'needed'; readonly last: RequestedApproval | undefined }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** Finds the approval of a purchase. Reads nothing when the purchase needs none. */
export async function findApproval(
  ports: ApprovalPorts,
  accountId: AccountId,
  limits: KindLimits,
  spend: Spend,
): Promise<ApprovalState> {
  if (!asksAbove(limits, spend)) return { kind: 'not_needed' };
  return spend.approvalId === undefined
    ? latestApproval(ports, accountId, spend)
    : namedApproval(ports, accountId, spend, spend.approvalId);
}

async function latestApproval(
  ports: ApprovalPorts,
  accountId: AccountId,
  spend: Spend,
): Promise<ApprovalState> {
  const last = await ports.approvals.latest(accountId, subjectOf(spend));
  if (!last || isExpired(last, ports.clock.now())) return { kind: 'needed', last };
  switch (last.decision) {
    case 'pending':
      return { kind: 'needed', last };
    case 'denied':
      return { kind: 'refused', error: denied(last) };
    case 'allowed':
      return (await ports.ledger.usesApproval(accountId, last.id))
        ? { kind: 'needed', last }
        : { kind: 'allowed', approval: last };
  }
}

/** Uses only the approval whose id the caller sent. */
async function namedApproval(
  { approvals, ledger, clock }: ApprovalPorts,
  accountId: AccountId,
  spend: Spend,
  id: string,
): Promise<ApprovalState> {
  const named = await approvals.find(accountId, id);
  if (!named) return unusable('unknown');
  if (named.kind !== spend.kind) return unusable('of_another_caller');
  if (named.batch !== spend.batch || ordersOf(named) !== ordersOf(spend)) return unusable('of_another_order');
  if (named.total !== spend.total) return unusable('of_another_amount');
  // The owner approved another destination. This purchase needs an approval of its own.
  if (named.destination !== spend.destination)
    return latestApproval({ approvals, ledger, clock }, accountId, spend);
  if (await ledger.usesApproval(accountId, id)) return unusable('used');
  if (named.decision === 'denied') return { kind: 'refused', error: denied(named) };
  if (isExpired(named, clock.now())) return unusable('expired');
  if (named.decision === 'pending') return { kind: 'refused', error: needed(named) };
  return { kind: 'allowed', approval: named };
}

const unusable = (why: 'unknown' | 'of_another_caller' | Why): ApprovalState => ({
  kind: 'refused',
  error: new DomainError('permission_denied', 'approval_unusable', { why }),
});

type Why = 'of_another_order' | 'of_another_amount' | 'used' | 'expired';

const denied = ({ total, batch, expiresAt }: Approval) =>
  new DomainError('permission_denied', 'approval_denied', {
    totalCents: total,
    batch,
    askAgainAt: clockTime(expiresAt),
  });

const needed = ({ id, total, askAbove, batch, expiresAt }: Approval) =>
  new DomainError('permission_denied', 'approval_needed', {
    approvalId: id,
    totalCents: total,
    askAboveCents: askAbove,
    batch,
    expiresAt: expiresAt.toISOString(),
  });

/**
 * How often a call tries to store an approval request. A try fails only when another call has just stored a request. So
 * this number must be higher than the number of calls that run at one time for one order.
 */
const ASK_TRIES = 20;

/**
 * Asks the owner for approval. Calls for the same purchase, also calls at the same moment, share one request.
 * @returns the error that tells the caller to wait for the owner
 */
export async function requestApproval(
  ports: ApprovalPorts & Pick<BillingPorts, 'newApprovalId'>,
  accountId: AccountId,
  limits: KindLimits,
  spend: Spend,
): Promise<DomainError> {
  const { approvals, clock, newApprovalId } = ports;
  const { kind, orderIds, batch, total, split, method, destination, forReturn } = spend;
  for (let attempt = 0; attempt < ASK_TRIES; attempt += 1) {
    const found = await findApproval(ports, accountId, limits, { ...spend, approvalId: undefined });
    if (found.kind === 'refused') return found.error;
    // The owner has just approved. The caller's next attempt finds the approval.
    if (found.kind === 'allowed') return needed(found.approval);
    const last = found.kind === 'needed' ? found.last : undefined;
    const askedAt = clock.now();
    if (last?.decision === 'pending' && !isExpired(last, askedAt)) return needed(last);
    const requested: RequestedApproval = {
      id: newApprovalId(),
      accountId,
      kind,
      subject: subjectOf(spend),
      orderIds,
      batch,
      total,
      split,
      ...(method && { method }),
      ...(destination && { destination }),
      ...(forReturn && { forReturn }),
      askAbove: limits.askAbove ?? total,
      decision: 'pending',
      askedAt,
      expiresAt: expiryOf(askedAt),
      number: (last?.number ?? 0) + 1,
    };
    if (await approvals.insert(requested)) return needed(requested);
  }
  throw new DomainError('unavailable', 'balance_busy', {}, { detail: `approval of ${subjectOf(spend)}` });
}
