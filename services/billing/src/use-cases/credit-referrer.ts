import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { referralCreditName } from '../domain/referral';
import type { Accounts, Referrals } from '../ports';

export interface CreditReferrerDependencies {
  accounts: Accounts;
  referrals: Referrals;
  /** What a referral earns. */
  referralCredit: Cents;
}

/**
 * Gives whoever referred this account its credit, once, now that the account has bought a label. The credit comes before
 * the mark, so that a crash between them is put right by the next label.
 */
export const creditReferrer =
  ({ accounts, referrals, referralCredit }: CreditReferrerDependencies) =>
  async (referredAccountId: AccountId): Promise<void> => {
    const referral = await referrals.findJoined(referredAccountId);
    if (!referral) return;
    await accounts.addReferralCredit(
      referral.accountId,
      referralCreditName(referredAccountId),
      referralCredit,
    );
    await referrals.credit(referral, referralCredit);
  };
