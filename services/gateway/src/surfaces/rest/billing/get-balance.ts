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
    .meta({ description: `${description} null when off.` });

const resultSchema = z
  .object({
    balance: z.number().meta({
      description:
        'What can be spent now; may be below 0 after a dispute or a carrier’s correction of postage.',
    }),
    currency: z.string(),
    autoRechargeAmount: z.number().meta({
      description:
        'What the payment method is charged when the balance does not cover a label; 0.01 is pay as you go, 0 is off.',
    }),
    autoRechargeEnabled: z.boolean(),
    pendingRefunds: z
      .object({ count: z.int(), amount: z.number() })
      .meta({ id: 'PendingRefunds', description: 'Of voided labels, not in the balance yet.' }),
    lastRecharge: z
      .object({ amount: z.number(), at: utcTime('When it was charged.') })
      .meta({ id: 'LastRecharge' })
      .nullable(),
    spendingLimits: z
      .object({
        perLabel: off('Ceiling of one label.'),
        perDay: off("Ceiling of a day of the shop's time zone."),
        askAbove: off('Above it the owner is asked first.'),
        spentToday: z.number(),
        leftToday: off('What the day leaves.'),
      })
      .meta({ id: 'SpendingLimits', description: 'Of the access token, as the owner has set them.' }),
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
    'With how it is recharged, refunds that are still to come, and the limits that the owner has set for the access token.',
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
