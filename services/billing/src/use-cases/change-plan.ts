import { formatDollars } from '@parcelyard/money/format-dollars';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isOnOffer, type PlanTable, selectable } from '../domain/plan';
import type { Accounts } from '../ports';

interface Dependencies {
  accounts: Accounts;
  plans: PlanTable;
  /** Whether plans with a price may be chosen, too. */
  pricedPlans: boolean;
  clock: Clock;
}

/**
 * Puts the account on a plan that its owner chose.
 * @throws DomainError invalid_argument for a plan that is not on offer · failed_precondition for one with a price that
 * nobody would collect
 */
export const changePlan =
  ({ accounts, plans, pricedPlans, clock }: Dependencies) =>
  async (accountId: AccountId, code: string): Promise<void> => {
    const plan = plans.find(code);
    if (!plan || !isOnOffer(plan)) {
      const offered = plans.codes.filter((known) => isOnOffer(plans.find(known)));
      throw DomainError.text('invalid_argument', `plan must be one of ${offered.join(', ')}.`, {
        field: 'plan',
      });
    }
    if (!selectable(plan, pricedPlans)) {
      throw DomainError.text(
        'failed_precondition',
        `The ${plan.name} plan costs ${formatDollars(plan.pricePerMonth)} a month. Ask support to put your account on it.`,
        { field: 'plan' },
      );
    }
    await accounts.setPlan(accountId, plan.code, clock.now());
  };
