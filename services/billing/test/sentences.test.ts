import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { wordNeutrally } from '@parcelyard/reasons/word-reason';

const said = <R extends Reason>(reason: R, params: ReasonParams<R>, field?: string) =>
  wordNeutrally({ reason, params, field });

test('refusals of money and limits have the sentences of the specification and the pages', () => {
  const renewsOn = '2026-04-01';
  const charge = { chargeCents: 730, balanceCents: 729 };
  const start = 'Insufficient balance: the charge is $7.30 and the balance is $7.29.';
  expect([
    said('shipment_limit_reached', { plan: 'Starter', limit: 100, renewsOn }),
    said('shipment_limit_reached', { plan: '', limit: 100, renewsOn }),
    said('marketing_limit_reached', { plan: 'Growth', limit: 50, remaining: 1, count: 2, renewsOn }),
    said('marketing_not_included', {}),
    said('insufficient_balance', { ...charge, shortage: 'auto_recharge_off' }),
    said('insufficient_balance', { ...charge, shortage: 'recharge_used' }),
    said('insufficient_balance', { ...charge, shortage: 'batch' }),
    said('insufficient_balance', { chargeCents: 100, balanceCents: -700, shortage: 'overdrawn' }),
    said('payment_declined', { words: 'The account has no card.', next: '', askAgainAt: '' }),
    said('payment_declined', { words: 'Your card was declined.', next: 'wait', askAgainAt: '14:05 UTC' }),
    said('payment_declined', { words: 'Your card has expired.', next: 'change_card', askAgainAt: '' }),
    said('payment_gateway_misconfigured', {}),
    said('payment_method_not_accepted', { accepted: 'one of a, b' }, 'payment_method'),
    said('plan_not_selectable', { plan: 'Pro', priceCents: 9900 }),
    said('plan_unknown', { allowed: ['starter', 'pro'] }, 'plan'),
    said('referral_code_unknown', {}),
    said('referral_too_late', {}),
    said('no_referral_credit', {}),
    said('referral_credit_exceeded', { availableCents: 2000, requestedCents: 2001 }, 'amount'),
  ]).toEqual([
    'Limit reached: the Starter plan has 100 shipments a month, and all of them are used. The count starts again on 2026-04-01 (UTC).',
    'Limit reached: an account without a plan has 100 shipments a month, and all of them are used. The count starts again on 2026-04-01 (UTC).',
    'Limit reached: the Growth plan has 50 marketing e-mails a month. 1 of them is left, and this call would send 2. Nothing was sent. The count starts again on 2026-04-01 (UTC).',
    'Marketing email campaigns are not included with your current subscription.',
    `${start} Auto-recharge is off, so nothing was charged.`,
    `${start} Another purchase used the amount that was recharged for this one. Try again.`,
    `${start} The labels of a batch are paid only from the balance.`,
    'Insufficient balance: the charge is $1.00 and the balance is -$7.00. Payments of this account were refunded or disputed, so nothing is charged until the balance is settled. Contact support.',
    'Payment declined: The account has no card. Nothing was charged.',
    'Payment declined: Your card was declined. Nothing was charged. The same card is not charged again before 14:05 UTC. The owner can enter another card under Settings, Billing.',
    'Payment declined: Your card has expired. Nothing was charged. This card is not charged again. The owner must enter another card under Settings, Billing.',
    'Cards cannot be charged at the moment. The fault is on our side and is being looked into. Try again later.',
    'payment_method must be one of a, b.',
    'The Pro plan costs $99.00 a month. Ask support to change your account to this plan.',
    'plan must be one of starter, pro.',
    'This referral code is not valid.',
    'This account has already bought a label, so a referral code can no longer be added. Nothing was recorded.',
    'There is no referral credit to redeem.',
    'amount must be at most the available referral credit of $20.00; got $20.01. Nothing was redeemed.',
  ]);
});
