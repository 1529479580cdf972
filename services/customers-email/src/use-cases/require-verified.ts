import type { LimitCheck } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Owners } from '../ports';

/** What `limit_check` names as the reason. */
const REASON = 'address_unverified';

const NOT_VERIFIED =
  "This account's own e-mail address is not verified yet, so it cannot e-mail others. Its owner opens the link in the mail that was sent to that address; the web application sends it again under Settings, Account. Nothing was sent.";

/** What the allowance says, unless it says yes to an account whose own address is not verified. */
export const checkVerified = async (
  owners: Owners,
  accountId: AccountId,
  check: LimitCheck,
): Promise<LimitCheck> =>
  check.allowed && !(await owners.isVerified(accountId))
    ? { ...check, allowed: false, reason: REASON }
    : check;

/** @throws DomainError failed_precondition (decisions, "E-mail that goes to customers") */
export async function requireVerified(owners: Owners, accountId: AccountId): Promise<void> {
  if (!(await owners.isVerified(accountId))) throw DomainError.text('failed_precondition', NOT_VERIFIED);
}
