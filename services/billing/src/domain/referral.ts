import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';

/** joined: has an account. credited: has bought a label, which earned the referrer its credit. */
export type ReferralStatus = 'joined' | 'credited';

/** One account that joined by another one's code. */
export interface Referral {
  /** Who referred. */
  readonly accountId: AccountId;
  readonly referredAccountId: AccountId;
  readonly name: string;
  readonly status: ReferralStatus;
  /** What it earned the referrer. */
  readonly credit: Cents;
  readonly joinedAt: Date;
}

/** Names the credit of a referral among the referrer's credits, so that it is earned once. */
export const referralCreditName = (referredAccountId: AccountId) => `referred:${referredAccountId}`;
