import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { zonedTimestampOrNull } from '../../../values/nullable';
import { spendingLimitsOf } from '../../../values/spending-limits';
import { utcTime } from '../fields';
import { defineRoute, ok } from '../route';

const off = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} null if this limit is off.` });

const resultSchema = z
  .object({
    balance: z.number().meta({
      description:
        'Amount that can be spent now. It may be below 0 after a dispute or a carrier’s adjustment of postage.',
    }),
    currency: z.string(),
    autoRechargeAmount: z.number().meta({
      description:
        'Amount charged to the payment method when the balance does not cover a label. 0.01 means pay as you go; 0 means off.',
    }),
    autoRechargeEnabled: z.boolean(),
    pendingRefunds: z.object({ count: z.int(), amount: z.number() }).meta({
      id: 'PendingRefunds',
      description: 'Refunds of voided labels that are not in the balance yet.',
    }),
    lastRecharge: z
      .object({ amount: z.number(), at: utcTime('When the payment method was charged.') })
      .meta({ id: 'LastRecharge' })
      .nullable(),
    spendingLimits: z
      .object({
        perLabel: off('The most that one label may cost.'),
        perDay: off("The most that may be spent in a day of the shop's time zone."),
        askAbove: off('A price above this amount needs the owner’s approval.'),
        spentToday: z.number(),
        leftToday: off('Amount that may still be spent today.'),
      })
      .meta({ id: 'SpendingLimits', description: 'The owner’s spending limits for the access token.' }),
  })
  .meta({ id: 'Balance' });

/** @see [REST-B1], [MCP-W10] */
export const getBalance = defineRoute({
  operationId: 'getBalance',
  method: 'GET',
  path: '/public/balance',
  tag: 'Billing',
  summary: 'Get the postage balance',
  description:
    'Returns the balance, its automatic recharge, pending refunds, and the owner’s spending limits for the access token.',
  answers: { 200: z.object({ result: resultSchema }) },
  example: {
    answer: {
      result: {
        balance: 143.2,
        currency: 'USD',
        autoRechargeAmount: 25,
        autoRechargeEnabled: true,
        pendingRefunds: { count: 1, amount: 6.3 },
        lastRecharge: { amount: 25, at: '2026-11-02T15:20:31Z' },
        spendingLimits: { perLabel: 50, perDay: null, askAbove: null, spentToday: 12.6, leftToday: null },
      },
    },
  },
  async run(_input, { caller, clients }) {
    const [balance, refunds] = await Promise.all([
      clients.billing.getBalance(caller),
      clients.shipping.getPendingRefunds(caller),
    ]);
    const { availableCents, autoRechargeCents, lastRecharge, limits } = balance;
    const result: z.infer<typeof resultSchema> = {
      balance: toDollars(availableCents),
      currency: 'USD',
      autoRechargeAmount: toDollars(autoRechargeCents),
      autoRechargeEnabled: autoRechargeCents > 0,
      pendingRefunds: { count: refunds.count, amount: toDollars(refunds.amountCents) },
      lastRecharge: lastRecharge
        ? { amount: toDollars(lastRecharge.amountCents), at: zonedTimestampOrNull(lastRecharge.at) ?? '' }
        : null,
      spendingLimits: spendingLimitsOf(limits, caller),
    };
    return ok({ result });
  },
});
