import { ZERO } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { accountOfCode } from '../domain/referral-code';
import type { Referrals } from '../ports';

interface Dependencies {
  referrals: Referrals;
  clock: Clock;
}

/**
 * Writes down by whose code an account joined; the first code counts.
 * @throws DomainError invalid_argument for nobody's code, or the account's own
 */
export const recordReferral =
  ({ referrals, clock }: Dependencies) =>
  async (referredAccountId: AccountId, code: string, name: string): Promise<void> => {
    const accountId = accountOfCode(code);
    if (accountId === undefined || accountId === referredAccountId) {
      throw DomainError.text('invalid_argument', 'This referral code is not valid.', { field: 'code' });
    }
    const joinedAt = clock.now();
    await referrals.insert({ accountId, referredAccountId, name, status: 'joined', credit: ZERO, joinedAt });
  };
