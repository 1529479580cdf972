import type {
  AccountRef,
  AccountSettings,
  SetAutoRechargeRequest,
  UpdateAccountRequest,
} from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingPorts } from '../ports';
import { accountOf, amountOf } from './request-fields';

/** Returns the plan, the recharge settings, the payment method and the referral credit that is left. */
export async function getAccount(
  { accounts, ledger }: BillingPorts,
  request: AccountRef,
): Promise<AccountSettings> {
  const accountId = accountOf(request);
  const [{ plan, autoRecharge, paymentMethod }, earned, { referral }] = await Promise.all([
    accounts.find(accountId),
    accounts.referralEarned(accountId),
    ledger.position(accountId),
  ]);
  const referralCreditCents = sumCents(earned, referral);
  return { plan, autoRechargeCents: autoRecharge, paymentMethod, referralCreditCents };
}

const MAX_AUTO_RECHARGE_CENTS = 1_000_000;

export async function setAutoRecharge(
  { accounts }: BillingPorts,
  request: SetAutoRechargeRequest,
): Promise<Empty> {
  const autoRecharge = amountOf('amount_cents', request.amountCents, 0, MAX_AUTO_RECHARGE_CENTS);
  await accounts.set(accountOf(request), { autoRecharge });
  return {};
}

/**
 * For operators: changes only the fields that are given. Checks all of them before it writes the first.
 * @throws DomainError invalid_argument for an unknown plan or payment method
 */
export async function updateAccount(
  { accounts, plans, gateway, clock }: BillingPorts,
  request: UpdateAccountRequest,
): Promise<Empty> {
  const accountId = accountOf(request);
  const { plan, autoRechargeCents, paymentMethod, addReferralCreditCents, idempotencyKey } = request;
  const autoRecharge =
    autoRechargeCents === undefined ? undefined : amountOf('auto_recharge_cents', autoRechargeCents);
  const credit =
    addReferralCreditCents === undefined
      ? undefined
      : amountOf('add_referral_credit_cents', addReferralCreditCents, 1);
  if (plan !== undefined && !plans.find(plan)) {
    throw new DomainError(
      'invalid_argument',
      'plan_unknown',
      { allowed: [...plans.codes] },
      { field: 'plan' },
    );
  }
  if (paymentMethod !== undefined && !gateway.accepts(paymentMethod)) {
    const field = 'payment_method';
    const { accepted } = gateway;
    throw new DomainError('invalid_argument', 'payment_method_not_accepted', { accepted }, { field });
  }
  if (credit !== undefined && idempotencyKey === '') {
    throw new DomainError('invalid_argument', 'field_required', {}, { field: 'idempotency_key' });
  }
  if (plan !== undefined) await accounts.setPlan(accountId, plan, clock.now());
  if (autoRecharge !== undefined || paymentMethod !== undefined) {
    await accounts.set(accountId, {
      ...(autoRecharge === undefined ? {} : { autoRecharge }),
      ...(paymentMethod === undefined ? {} : { paymentMethod }),
    });
  }
  if (credit !== undefined) await accounts.addReferralCredit(accountId, idempotencyKey, credit);
  return {};
}
