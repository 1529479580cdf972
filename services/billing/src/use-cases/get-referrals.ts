import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Referral } from '../domain/referral';
import { referralCode } from '../domain/referral-code';
import type { Accounts, Ledger, Referrals } from '../ports';

export interface ReferralView {
  code: string;
  available: Cents;
  referrals: readonly Referral[];
}

interface Dependencies {
  accounts: Accounts;
  ledger: Ledger;
  referrals: Referrals;
}

const MOST_LISTED = 100;

/** The account's code, who joined by it, and the credit that is left of what they earned it. */
export const getReferrals =
  ({ accounts, ledger, referrals }: Dependencies) =>
  async (accountId: AccountId): Promise<ReferralView> => {
    const [referralEarned, { referral }, rows] = await Promise.all([
      accounts.referralEarned(accountId),
      ledger.position(accountId),
      referrals.list(accountId, MOST_LISTED),
    ]);
    return {
      code: referralCode(accountId),
      available: sumCents(referralEarned, referral),
      referrals: rows,
    };
  };
