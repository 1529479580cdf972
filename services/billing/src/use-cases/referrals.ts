import type { AccountRef, RecordReferralRequest, Referrals } from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { accountOfCode, referralCode, referralCreditName } from '../domain/referral';
import type { BillingPorts } from '../ports';
import { accountOf, textOf } from './request-fields';

const MAX_LISTED = 100;

/** The account's code, who joined by it, and the credit that is left of what they earned it. */
export async function getReferrals(
  { accounts, ledger, referrals }: BillingPorts,
  request: AccountRef,
): Promise<Referrals> {
  const accountId = accountOf(request);
  const [earned, { referral }, joined] = await Promise.all([
    accounts.referralEarned(accountId),
    ledger.position(accountId),
    referrals.list(accountId, MAX_LISTED),
  ]);
  const code = referralCode(accountId);
  return {
    code,
    url: `/signup?ref=${code}`,
    availableCents: sumCents(earned, referral),
    referrals: joined.map(({ name, status, credit, joinedAt }) => ({
      ...{ name, status, joinedAt },
      creditCents: credit,
    })),
  };
}

/**
 * Records by which code an account joined; the first code counts.
 * @throws DomainError invalid_argument for a code that no account has, or the account's own
 */
export async function recordReferral(
  { referrals, clock }: BillingPorts,
  request: RecordReferralRequest,
): Promise<Empty> {
  const referredAccountId = accountOf(request);
  const accountId = accountOfCode(textOf('code', request.code));
  if (accountId === undefined || accountId === referredAccountId) {
    throw new DomainError('invalid_argument', 'referral_code_unknown', {}, { field: 'code' });
  }
  const { name } = request;
  const joinedAt = clock.now();
  await referrals.insert({ accountId, referredAccountId, name, status: 'joined', credit: ZERO, joinedAt });
  return {};
}

/**
 * Gives whoever referred this account its credit, once, now that the account has bought a label. The credit comes before
 * the mark: after a crash between them, the account's next label sets the mark.
 */
export async function creditReferrer(
  { accounts, referrals, referralCredit }: BillingPorts,
  referredAccountId: AccountId,
): Promise<void> {
  const referral = await referrals.findJoined(referredAccountId);
  if (!referral) return;
  const name = referralCreditName(referredAccountId);
  await accounts.addReferralCredit(referral.accountId, name, referralCredit);
  await referrals.credit(referral, referralCredit);
}
