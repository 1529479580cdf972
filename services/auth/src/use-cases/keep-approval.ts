import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { later } from '../domain/oauth-grant';
import { SECRET_BYTES } from '../domain/oauth-token';
import type { Approvals, TokenSecrets } from '../ports';

export interface ApprovalDependencies {
  approvals: Approvals;
  secrets: TokenSecrets;
  clock: Clock;
}

/** How long an approval page may stay open. */
const LIFETIME_SECONDS = 600;

/** @returns the handle by which the approval page's form gets the request back, once */
export const keepApproval =
  ({ approvals, secrets, clock }: ApprovalDependencies) =>
  async (accountId: AccountId, authorizationRequest: string): Promise<string> => {
    const handle = secrets.random(SECRET_BYTES);
    const expiresAt = later(clock.now(), LIFETIME_SECONDS);
    await approvals.keep(accountId, secrets.hash(handle), authorizationRequest, expiresAt);
    return handle;
  };
