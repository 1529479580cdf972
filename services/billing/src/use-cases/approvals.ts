import type {
  Approval as ApprovalMessage,
  ApprovalRef,
  DecideApprovalRequest,
} from '@parcelyard/contracts/billing';
import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Approval, statusOf } from '../domain/approval';
import type { BillingPorts } from '../ports';
import { accountOf, textOf } from './request-fields';

/** @throws DomainError not_found for an approval that does not exist or belongs to another account */
export async function getApproval(ports: BillingPorts, request: ApprovalRef): Promise<ApprovalMessage> {
  return approvalMessage(ports, await ownApproval(ports, request));
}

/**
 * The owner's decision, once and within the hour. Repeating it changes nothing.
 * @throws DomainError not_found · failed_precondition when it was decided otherwise, was used, or the hour is over
 */
export async function decideApproval(
  ports: BillingPorts,
  request: DecideApprovalRequest,
): Promise<ApprovalMessage> {
  const { id, accountId } = await ownApproval(ports, request);
  const { allow } = request;
  const decided = await ports.approvals.decide(accountId, id, allow, ports.clock.now());
  const approval = await ownApproval(ports, request);
  const message = await approvalMessage(ports, approval);
  if (decided || approval.decision === (allow ? 'allowed' : 'denied')) return message;
  const { status } = message;
  throw new DomainError('failed_precondition', 'approval_decided', { status });
}

async function ownApproval({ approvals }: BillingPorts, request: ApprovalRef): Promise<Approval> {
  const accountId = accountOf(request);
  const found = await approvals.find(accountId, textOf('approval_id', request.approvalId));
  if (found) return found;
  throw new DomainError('not_found', 'approval_not_found', {}, { field: 'approval_id' });
}

async function approvalMessage(
  { ledger, clock }: BillingPorts,
  approval: Approval,
): Promise<ApprovalMessage> {
  const { id, accountId, kind, batch, orderIds, total, askAbove, askedAt, expiresAt, decidedAt } = approval;
  const { split, method, destination, forReturn } = approval;
  const isUsed = approval.decision === 'allowed' && (await ledger.usesApproval(accountId, id));
  return {
    approvalId: id,
    status: statusOf(approval, isUsed, clock.now()),
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
