import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { ApprovalDependencies } from './keep-approval';

/** @throws DomainError not_found for a handle that was taken, is too old, or belongs to another account */
export const takeApproval =
  ({ approvals, secrets, clock }: ApprovalDependencies) =>
  async (accountId: AccountId, handle: string): Promise<string> => {
    const request = await approvals.take(accountId, secrets.hash(handle), clock.now());
    if (request === undefined) {
      throw DomainError.text('not_found', 'This approval was answered already, or waited for too long.');
    }
    return request;
  };
