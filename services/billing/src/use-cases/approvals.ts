import type {
  AccountRef,
  Approval as ApprovalMessage,
  ApprovalRef,
  DecideApprovalRequest,
  ListApprovalsRequest,
  ListApprovalsResponse,
  WaitingApprovals,
} from '@parcelyard/contracts/billing';
import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Approval, statusOf } from '../domain/approval';
import type { BillingPorts } from '../ports';
import { accountOf, textOf } from './request-fields';

/** @throws DomainError not_found for an approval that does not exist or belongs to another account */
export async function getApproval(ports: BillingPorts, request: ApprovalRef): Promise<ApprovalMessage> {
  return describe(ports, await ownApproval(ports, request));
}

/**
 * Saves the owner's answer. A second call with the same answer changes nothing.
 * @throws DomainError not_found · failed_precondition when the opposite answer was saved before, or when the approval
 * was used or has expired
 */
export async function decideApproval(
  ports: BillingPorts,
  request: DecideApprovalRequest,
): Promise<ApprovalMessage> {
  const { id, accountId } = await ownApproval(ports, request);
  const { allow } = request;
  const decided = await ports.approvals.decide(accountId, id, allow, ports.clock.now());
  const approval = await ownApproval(ports, request);
  const message = await describe(ports, approval);
  if (decided || approval.decision === (allow ? 'allowed' : 'denied')) return message;
  const { status } = message;
  throw new DomainError('failed_precondition', 'approval_decided', { status });
}

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 100;

export async function listApprovals(
  { approvals, ledger, clock }: BillingPorts,
  request: ListApprovalsRequest,
): Promise<ListApprovalsResponse> {
  const accountId = accountOf(request);
  const { page = 1, pageSize = DEFAULT_PAGE_SIZE } = request.page ?? {};
  const limit = Math.min(MAX_PAGE_SIZE, Math.max(1, pageSize));
  const part = { skip: (Math.max(1, page) - 1) * limit, limit };
  const now = clock.now();
  const [found, waiting, kept] = await Promise.all([
    request.waiting ? approvals.waiting(accountId, now, part) : approvals.past(accountId, now, part),
    approvals.countWaiting(accountId, now),
    request.waiting ? 0 : approvals.count(accountId),
  ]);
  const allowed = found.filter(({ decision }) => decision === 'allowed').map(({ id }) => id);
  const used = await ledger.usedApprovals(accountId, allowed);
  return {
    approvals: found.map((approval) => approvalMessage(approval, used.has(approval.id), now)),
    total: request.waiting ? waiting : Math.max(0, kept - waiting),
  };
}

export async function countWaitingApprovals(
  { approvals, clock }: BillingPorts,
  request: AccountRef,
): Promise<WaitingApprovals> {
  return { count: await approvals.countWaiting(accountOf(request), clock.now()) };
}

async function ownApproval({ approvals }: BillingPorts, request: ApprovalRef): Promise<Approval> {
  const accountId = accountOf(request);
  const found = await approvals.find(accountId, textOf('approval_id', request.approvalId));
  if (found) return found;
  throw new DomainError('not_found', 'approval_not_found', {}, { field: 'approval_id' });
}

async function describe({ ledger, clock }: BillingPorts, approval: Approval): Promise<ApprovalMessage> {
  const { id, accountId, decision } = approval;
  const isUsed = decision === 'allowed' && (await ledger.usesApproval(accountId, id));
  return approvalMessage(approval, isUsed, clock.now());
}

function approvalMessage(approval: Approval, isUsed: boolean, now: Date): ApprovalMessage {
  const { id, kind, batch, orderIds, total, askAbove, askedAt, expiresAt, decidedAt } = approval;
  const { split, method, destination, forReturn } = approval;
  return {
    approvalId: id,
    status: statusOf(approval, isUsed, now),
    connectionKind: writeConnectionKind(kind),
    batch,
    orderIds: [...orderIds],
    totalCents: total,
    askAboveCents: askAbove,
    askedAt,
    expiresAt,
    decidedAt,
    postageCents: split.postage,
    insuranceCents: split.insurance,
    feeCents: split.fee,
    method,
    destination,
    forReturn,
  };
}
