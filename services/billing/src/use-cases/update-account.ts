import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import type { PlanTable } from '../domain/plan';
import type { Accounts, PaymentGateway } from '../ports';

export interface AccountChange {
  accountId: AccountId;
  plan?: string | undefined;
  autoRecharge?: Cents | undefined;
  paymentMethod?: string | undefined;
  addReferralCredit?: Cents | undefined;
  /** Names the referral credit, so that a repeated call adds it once. */
  idempotencyKey: string;
}

interface Dependencies {
  accounts: Accounts;
  plans: PlanTable;
  gateway: PaymentGateway;
  clock: Clock;
}

/**
 * Changes what is given and leaves the rest. Everything is checked before anything is written.
 * @throws DomainError invalid_argument for an unknown plan or payment method
 */
export const updateAccount =
  ({ accounts, plans, gateway, clock }: Dependencies) =>
  async (change: AccountChange): Promise<BillingAccount> => {
    const { accountId, plan, autoRecharge, paymentMethod, addReferralCredit, idempotencyKey } = change;
    if (plan !== undefined && !plans.find(plan)) {
      throw DomainError.text('invalid_argument', `plan must be one of ${plans.codes.join(', ')}.`, {
        field: 'plan',
      });
    }
    if (paymentMethod !== undefined && !gateway.accepts(paymentMethod)) {
      throw DomainError.text('invalid_argument', `payment_method must be ${gateway.accepted}.`, {
        field: 'payment_method',
      });
    }
    if (addReferralCredit !== undefined && idempotencyKey === '') {
      throw DomainError.text('invalid_argument', 'idempotency_key is required.', {
        field: 'idempotency_key',
      });
    }
    if (plan !== undefined) await accounts.setPlan(accountId, plan, clock.now());
    if (autoRecharge !== undefined || paymentMethod !== undefined) {
      await accounts.set(accountId, {
        ...(autoRecharge === undefined ? {} : { autoRecharge }),
        ...(paymentMethod === undefined ? {} : { paymentMethod }),
      });
    }
    if (addReferralCredit !== undefined) {
      await accounts.addReferralCredit(accountId, idempotencyKey, addReferralCredit);
    }
    return accounts.find(accountId);
  };
