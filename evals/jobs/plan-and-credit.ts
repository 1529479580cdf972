import { collectFaults, sameMoney } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const CREDIT = 15;

interface Plan {
  readonly name: string;
  readonly price: number;
  readonly features: { readonly business_reporting: boolean };
}

/**
 * The merchant asks for the cheapest plan with a feature that the account's plan lacks. All referral credit is moved to
 * the balance.
 */
export const planAndCredit: Job = {
  name: 'plan, credit',
  needs: { plan: 'growth', balance: 10, credit: CREDIT },
  async prepare(merchant) {
    const { balance } = await merchant.read('get_balance');
    return {
      prompt:
        'Which is the cheapest plan with business reports, what does it cost a month, and where do I change to it? And move all my referral credit to the balance; you need not ask again. Tell me the new balance.',
      ideal: async (task) => {
        const { plans, upgrade_url } = await expectData(task, 'get_subscription_info');
        const [plan] = (plans as Plan[])
          .filter(({ features }) => features.business_reporting)
          .sort((a, b) => a.price - b.price);
        await expectData(task, 'redeem_referral_credit');
        const redeemed = await expectData(task, 'redeem_referral_credit', { confirm: true });
        return `${plan?.name} at $${plan?.price} a month, to be chosen at ${upgrade_url}. The balance is ${dollars(redeemed.balance)}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const after = await merchant.read('get_balance');
        faults.unless(
          sameMoney(after.balance, balance + CREDIT),
          `The balance is ${dollars(after.balance)} instead of ${dollars(balance + CREDIT)}.`,
        );
        const { tier } = await merchant.read('get_subscription_info');
        faults.unless(tier.code === 'growth', `The plan is ${tier.code} now, but nobody asked for a change.`);
        faults.unlessSaid(said, 'the plan', 'Pro');
        faults.unlessSaid(said, 'its price', '99');
        faults.unlessSaid(said, 'where to change', '/settings/billing');
        faults.unlessSaid(said, 'the new balance', after.balance);
        return faults.found;
      },
    };
  },
};
