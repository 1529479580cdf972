import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { reason } from './reason';

const dollars = (amount: number) => formatDollars(cents(amount));
const restart = (renewsOn: string) => `The count starts again on ${renewsOn} (UTC).`;
const emails = (count: number) => `${count} marketing e-mail${count === 1 ? '' : 's'}`;

/** Advice when the balance cannot pay a charge. */
const SHORTAGES = {
  auto_recharge_off: 'Auto-recharge is off, so nothing was charged.',
  recharge_used: 'Another purchase used the amount that was recharged for this one. Try again.',
  batch: 'The labels of a batch are paid only from the balance.',
  overdrawn:
    'Payments of this account were refunded or disputed, so nothing is charged until the balance is settled. Contact support.',
};

/** The effect of a bank's decline on later charges of the same card. */
const AFTER_DECLINE = {
  wait: (askAgainAt: string) =>
    `The same card is not charged again before ${askAgainAt}. The owner can enter another card under Settings, Billing.`,
  change_card: () =>
    'This card is not charged again. The owner must enter another card under Settings, Billing.',
};

const bought = (batch: boolean) => (batch ? 'This batch' : 'This label');

const OWNER_CHANGES = 'The owner can change it under Settings, Limits. Nothing was charged.';

/** Why an approval does not allow the purchase, as the end of a sentence that begins with "This approval". */
const UNUSABLE = {
  unknown: 'does not exist',
  of_another_caller: 'was requested by another kind of connection',
  of_another_order: 'is for another order',
  of_another_amount: 'is for another amount',
  used: 'was already used',
  expired: 'has expired',
};

export type Shortage = keyof typeof SHORTAGES;

export const billingReasons = {
  amount_out_of_range: reason(
    { min: 0, max: 100_000_000 },
    ({ min, max }, { field }) => `${field} must be a whole number of cents from ${min} to ${max}.`,
  ),
  count_out_of_range: reason(
    { min: 0, max: 10_000_000 },
    ({ min, max }, { field }) => `${field} must be a whole number from ${min} to ${max}.`,
  ),

  limits_changed_meanwhile: reason(
    {},
    () =>
      'Nothing was saved, because the limits were changed after they were shown. Check them and save again.',
  ),
  plan_unknown: reason(
    { allowed: ['starter', 'pro'] },
    ({ allowed }, { field }) => `${field} must be one of ${allowed.join(', ')}.`,
  ),
  plan_not_selectable: reason(
    { plan: 'Pro', priceCents: 9900 },
    ({ plan, priceCents }) =>
      `The ${plan} plan costs ${dollars(priceCents)} a month. Ask support to change your account to this plan.`,
  ),
  /** `plan` is empty for an account without a plan. */
  shipment_limit_reached: reason(
    { plan: 'Basic', limit: 500, renewsOn: '2026-04-01' },
    ({ plan, limit, renewsOn }) =>
      `Limit reached: ${plan ? `the ${plan} plan` : 'an account without a plan'} has ${limit} shipments a month, ` +
      `and all of them are used. ${restart(renewsOn)}`,
  ),
  /** @see [MCP-L7] */
  marketing_not_included: reason(
    {},
    () => 'Marketing email campaigns are not included with your current subscription.',
  ),
  marketing_limit_reached: reason(
    { plan: 'Growth', limit: 2500, remaining: 10, count: 11, renewsOn: '2026-04-01' },
    ({ plan, limit, remaining, count, renewsOn }) =>
      `Limit reached: the ${plan} plan has ${emails(limit)} a month. ${remaining} of them ` +
      `${remaining === 1 ? 'is' : 'are'} left, and this call would send ${count}. Nothing was sent. ${restart(renewsOn)}`,
  ),

  label_limit_passed: reason(
    { limitCents: 5000, batch: false },
    ({ limitCents, batch }) =>
      `${bought(batch)} would pass the account's spending limit of ${dollars(limitCents)} a label. ${OWNER_CHANGES}`,
  ),
  day_limit_passed: reason(
    { limitCents: 5000, leftCents: 1240, batch: false },
    ({ limitCents, leftCents, batch }) =>
      `${bought(batch)} would pass the account's spending limit of ${dollars(limitCents)} a day: ` +
      `${dollars(leftCents)} is left today. ${OWNER_CHANGES}`,
  ),
  /** The owner's approval is missing; the owner gives it on a page. */
  approval_needed: reason(
    {
      approvalId: 'apr_2Fsr9vQ1oUqYb7n0cJtX3w',
      totalCents: 6210,
      askAboveCents: 5000,
      batch: false,
      expiresAt: '2026-03-31T12:00:00.000Z',
    },
    ({ approvalId, totalCents, askAboveCents, batch }, { address }) =>
      `${bought(batch)} costs ${dollars(totalCents)}, above ${dollars(askAboveCents)} where the owner wants to be asked. ` +
      `Approve it at ${address(`/approve/${approvalId}`)}, then repeat the call. Nothing was charged.`,
  ),
  /** Used in a preview. The owner is asked only when the purchase is confirmed. */
  approval_foreseen: reason(
    { totalCents: 6210, askAboveCents: 5000, batch: false },
    ({ totalCents, askAboveCents, batch }) =>
      `${bought(batch)} costs ${dollars(totalCents)}, above ${dollars(askAboveCents)} where the owner wants to be asked. ` +
      'A confirm charges nothing and returns the address at which the owner can approve the purchase.',
  ),
  approval_denied: reason(
    { totalCents: 6210, batch: false, askAgainAt: '14:05 UTC' },
    ({ totalCents, batch, askAgainAt }) =>
      `The owner said no to this ${batch ? 'batch' : 'label'} at ${dollars(totalCents)}. Nothing was charged. Do not ` +
      `try another way without asking the user. The owner can be asked about it again from ${askAgainAt}.`,
  ),
  approval_unusable: reason(
    { why: 'expired' as keyof typeof UNUSABLE },
    ({ why }) =>
      `This approval ${UNUSABLE[why]}. Repeat the call to ask the owner again. Nothing was charged.`,
  ),
  /** The client's user declined or closed the approval page. */
  approval_declined: reason(
    { approvalId: 'apr_2Fsr9vQ1oUqYb7n0cJtX3w' },
    ({ approvalId }, { address }) =>
      "The request for the owner's approval was declined or closed. Nothing was bought or charged. If the user still wants " +
      `the purchase, the owner can approve it at ${address(`/approve/${approvalId}`)}. Then repeat the call.`,
  ),
  approval_not_found: reason({}, () => 'There is no such approval in this account.'),
  approval_decided: reason(
    { status: 'denied' },
    ({ status }) => `This approval cannot be changed any more: it is ${status}. Nothing was changed.`,
  ),
  /** The batch for which the reservation was made has ended. */
  reservation_ended: reason({}, () => 'This batch has ended, so nothing more is spent for it.'),

  /**
   * The deployment uses sandbox money with real carriers, or real money with sandbox carriers. This is the operator's
   * fault, never a merchant's.
   */
  labels_of_another_kind: reason(
    {},
    () =>
      'No labels can be bought at present: this service is set up with sandbox payments and real carriers, or with real payments and sandbox carriers. Nothing was charged.',
  ),
  insufficient_balance: reason(
    { chargeCents: 700, balanceCents: 100, shortage: 'auto_recharge_off' as Shortage },
    ({ chargeCents, balanceCents, shortage }) =>
      `Insufficient balance: the charge is ${dollars(chargeCents)} and the balance is ${dollars(balanceCents)}. ` +
      SHORTAGES[shortage],
  ),
  charge_above_max_charge: reason(
    { totalCents: 1130, postageCents: 1000, insuranceCents: 100, feeCents: 30, maxChargeCents: 1100 },
    ({ totalCents, postageCents, insuranceCents, feeCents, maxChargeCents }, { field }) =>
      `This label costs ${dollars(totalCents)} in all (postage ${dollars(postageCents)}, insurance ` +
      `${dollars(insuranceCents)}, fee ${dollars(feeCents)}), above ${field} ${dollars(maxChargeCents)}. Nothing was ` +
      'charged. Choose a cheaper rate, or ask the user for a higher ceiling.',
  ),
  /**
   * `words`: the payment gateway's own message. `next`: advice from the bank's answer; empty when no bank got the
   * request.
   */
  payment_declined: reason(
    {
      words: 'Your card was declined.',
      next: 'wait' as keyof typeof AFTER_DECLINE | '',
      askAgainAt: '14:05 UTC',
    },
    ({ words, next, askAgainAt }) =>
      `Payment declined: ${words} Nothing was charged.${next === '' ? '' : ` ${AFTER_DECLINE[next](askAgainAt)}`}`,
  ),
  payment_method_not_accepted: reason(
    { accepted: 'the id of a Stripe payment method (pm_…)' },
    ({ accepted }, { field }) => `${field} must be ${accepted}.`,
  ),
  card_setup_not_found: reason({}, () => 'The payment gateway does not have this card. Add the card again.'),
  card_setup_unfinished: reason(
    {},
    () =>
      'No card was saved: the form was not completed, or the payment method is not a card. Add a card again.',
  ),
  card_pages_unavailable: reason(
    {},
    () => 'The payment gateway does not answer right now. Nothing was changed; try again in a moment.',
  ),
  no_card_to_manage: reason({}, () => 'The account has no card yet. Add a card first.'),
  payment_gateway_silent: reason(
    {},
    () =>
      'The payment gateway did not answer, so it is not yet known whether the card was charged. If it was charged, the amount stays on the balance. Check the balance in a moment, then try again.',
  ),
  payment_gateway_misconfigured: reason(
    {},
    () =>
      'Cards cannot be charged at the moment. The fault is on our side and is being looked into. Try again later.',
  ),
  earlier_recharge_unsettled: reason(
    {},
    () => 'An earlier recharge is not settled yet. Try again in a moment.',
  ),
  recharged_for_another: reason(
    {},
    () => 'The balance is being recharged for another purchase. Try again in a moment.',
  ),
  balance_busy: reason({}, () => 'The balance is very busy right now. Try again in a moment.'),
  allowance_busy: reason({}, () => 'The account is very busy right now. Try again in a moment.'),
  hold_not_begun: reason({}, () => 'The hold was not started in time.'),
  batch_recharge_not_begun: reason({}, () => 'The recharge was not started in time.'),

  nothing_held: reason({}, () => 'Nothing is held for this purchase.'),
  nothing_charged: reason({}, () => 'Nothing was charged for this purchase.'),
  hold_resolved: reason(
    { as: 'captured' as 'captured' | 'released' },
    ({ as }) => `The held amount of this purchase was ${as} already.`,
  ),
  purchase_given_up: reason({}, () => 'This purchase was given up, so nothing more can be held for it.'),
  /** The purchase id belongs to another account. */
  purchase_not_yours: reason({}, () => 'This purchase cannot be given up.'),
  batch_recharge_given_up: reason({}, () => 'This batch was given up, so nothing more is charged for it.'),

  referral_code_unknown: reason({}, () => 'This referral code is not valid.'),
  referral_too_late: reason(
    {},
    () =>
      'This account has already bought a label, so a referral code can no longer be added. Nothing was recorded.',
  ),
  no_referral_credit: reason({}, () => 'There is no referral credit to redeem.'),
  referral_credit_exceeded: reason(
    { availableCents: 1000, requestedCents: 2000 },
    ({ availableCents, requestedCents }, { field }) =>
      `${field} must be at most the available referral credit of ${dollars(availableCents)}; ` +
      `got ${dollars(requestedCents)}. Nothing was redeemed.`,
  ),
};
