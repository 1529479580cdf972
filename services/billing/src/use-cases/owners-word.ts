import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Asked } from '../adapters/mongo/approval-store';
import { type Approval, expiryOf, isExpired } from '../domain/approval';
import { asksAbove, type KindLimits, type Spend } from '../domain/spending-limits';
import type { BillingPorts } from '../ports';
import { ordersOf, subjectOf } from './read-spending';

export type WordPorts = Pick<BillingPorts, 'approvals' | 'ledger' | 'clock'>;

/** What the owner's word means for a spend. */
export type OwnersWord =
  | { readonly kind: 'not_asked' }
  | { readonly kind: 'allowed'; readonly approval: Approval }
  /** It has to be asked for; the question that waits already, when there is one. */
  | { readonly kind: 'ask'; readonly last: Asked | undefined }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** Looks for the owner's word on a spend that needs one. Reads nothing for any other. */
export async function findWord(
  ports: WordPorts,
  accountId: AccountId,
  limits: KindLimits,
  spend: Spend,
): Promise<OwnersWord> {
  if (!asksAbove(limits, spend)) return { kind: 'not_asked' };
  return spend.approvalId === undefined
    ? latestWord(ports, accountId, spend)
    : namedWord(ports, accountId, spend, spend.approvalId);
}

/** The last one on this very purchase. */
async function latestWord(ports: WordPorts, accountId: AccountId, spend: Spend): Promise<OwnersWord> {
  const last = await ports.approvals.latest(accountId, subjectOf(spend));
  if (!last || isExpired(last, ports.clock.now())) return { kind: 'ask', last };
  switch (last.decision) {
    case 'pending':
      return { kind: 'ask', last };
    case 'denied':
      return { kind: 'refused', error: denied(last) };
    case 'allowed':
      return (await ports.ledger.usesApproval(accountId, last.id))
        ? { kind: 'ask', last }
        : { kind: 'allowed', approval: last };
  }
}

/** The one that the caller goes by, and no other. */
async function namedWord(
  { approvals, ledger, clock }: WordPorts,
  accountId: AccountId,
  spend: Spend,
  id: string,
): Promise<OwnersWord> {
  const named = await approvals.find(accountId, id);
  if (!named) return unusable('unknown');
  if (named.kind !== spend.kind) return unusable('of_another_caller');
  if (named.batch !== spend.batch || ordersOf(named) !== ordersOf(spend)) return unusable('of_another_order');
  if (named.total !== spend.total) return unusable('of_another_amount');
  // The order ships somewhere else than the owner was told: that is another question.
  if (named.destination !== spend.destination)
    return latestWord({ approvals, ledger, clock }, accountId, spend);
  if (await ledger.usesApproval(accountId, id)) return unusable('used');
  if (named.decision === 'denied') return { kind: 'refused', error: denied(named) };
  if (isExpired(named, clock.now())) return unusable('expired');
  if (named.decision === 'pending') return { kind: 'refused', error: needed(named) };
  return { kind: 'allowed', approval: named };
}

const unusable = (why: 'unknown' | 'of_another_caller' | Why): OwnersWord => ({
  kind: 'refused',
  error: new DomainError('permission_denied', 'approval_unusable', { why }),
});

type Why = 'of_another_order' | 'of_another_amount' | 'used' | 'expired';

/** Milliseconds of an hour are told in words: when the same purchase may be asked about again. */
const denied = ({ total, batch, expiresAt }: Approval) =>
  new DomainError('permission_denied', 'approval_denied', {
    totalCents: total,
    batch,
    askAgainAt: `${expiresAt.toISOString().slice(11, 16)} UTC`,
  });

const needed = ({ id, total, askAbove, batch, expiresAt }: Approval) =>
  new DomainError('permission_denied', 'approval_needed', {
    approvalId: id,
    totalCents: total,
    askAboveCents: askAbove,
    batch,
    expiresAt: expiresAt.toISOString(),
  });

/** More than calls for one order can collide. */
const ASK_TRIES = 20;

/**
 * Asks the owner, once for a purchase at a time: calls that come together, and repeated ones, get the same question.
 * @returns the refusal that names it
 */
export async function askOwner(
  ports: WordPorts & Pick<BillingPorts, 'newApprovalId'>,
  accountId: AccountId,
  limits: KindLimits,
  spend: Spend,
): Promise<DomainError> {
  const { approvals, clock, newApprovalId } = ports;
  const { kind, orderIds, batch, total, split, method, destination, forReturn } = spend;
  for (let attempt = 0; attempt < ASK_TRIES; attempt += 1) {
    const word = await findWord(ports, accountId, limits, { ...spend, approvalId: undefined });
    if (word.kind === 'refused') return word.error;
    // Said at this very moment: the repeated call finds it.
    if (word.kind === 'allowed') return needed(word.approval);
    const last = word.kind === 'ask' ? word.last : undefined;
    const askedAt = clock.now();
    if (last?.decision === 'pending' && !isExpired(last, askedAt)) return needed(last);
    const asked: Asked = {
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
    if (await approvals.insert(asked)) return needed(asked);
  }
  throw new DomainError('unavailable', 'balance_busy', {}, { detail: `approval of ${subjectOf(spend)}` });
}
