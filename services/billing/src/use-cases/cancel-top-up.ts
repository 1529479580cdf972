import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { topUpName } from '../domain/recharge';
import type { Purchases, Recharges } from '../ports';
import { endWithoutPurpose } from './complete-recharge';

interface Dependencies {
  purchases: Purchases;
  recharges: Recharges;
  clock: Clock;
  failPoint: FailPoint;
}

/**
 * Gives a top-up up: nothing is charged under its key from here on, also when its call is under way or still to come.
 * What the gateway may have charged already is looked up and stays on the balance. Repeating it changes nothing.
 */
export const cancelTopUp =
  ({ purchases, recharges, clock, failPoint }: Dependencies) =>
  async (accountId: AccountId, key: string): Promise<void> => {
    const name = topUpName(accountId, key);
    await purchases.giveUp(accountId, name, clock.now());
    failPoint('top-up-given-up');
    await endWithoutPurpose({ recharges, clock }, accountId, name);
  };
