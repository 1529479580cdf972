import { fromDollars, isWholeCents, toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { confirm } from '../arguments/fields';
import { note, SHOW_AND_AGREE } from '../note';
import { defineTool } from '../tool';

const MAX_DOLLARS = 1_000_000;

const isRefused = (value: number): boolean => value <= 0 || value > MAX_DOLLARS;

const amount = () =>
  z
    .number()
    .gt(0, 'must be greater than 0')
    .max(MAX_DOLLARS, `must be at most ${MAX_DOLLARS}`)
    // A value that an earlier rule has refused is not checked again, because it may be too large for the conversion to
    // cents.
    .refine((value) => isRefused(value) || isWholeCents(value), 'must be a whole number of cents')
    .meta({ description: 'US dollars in whole cents, more than 0. Omitted: all available credit.' })
    .optional();

const notes = {
  previewed: note('a preview', {}, () => `Nothing was moved. ${SHOW_AND_AGREE}`),
  redeemedBefore: note(
    'a preview of the amount that was redeemed last, within 24 hours',
    { redeemedAt: new Date('2026-03-02T15:00:00Z') },
    ({ redeemedAt }) =>
      `Nothing was moved now: this amount was already redeemed at ${redeemedAt.toISOString()}, and a confirm returns that redemption. To redeem more, give another amount, or leave amount out to redeem all credit.`,
  ),
  repeated: note(
    'a confirm that repeats an earlier one',
    { redeemedAt: new Date('2026-03-02T15:00:00Z') },
    ({ redeemedAt }) =>
      `This credit was already redeemed at ${redeemedAt.toISOString()}, and nothing was moved now. The amounts are those of that redemption.`,
  ),
};

/** @see [MCP-B4] */
export const redeemReferralCredit = defineTool({
  name: 'redeem_referral_credit',
  title: 'Redeem referral credit',
  description:
    'Moves referral credit into the postage balance; no card is charged. Preview first, then confirm.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'redeem_referral_credit', about: () => ({}) },
  hints: { openWorld: false },
  notes,
  input: z.object({ amount: amount(), confirm: confirm('true moves the credit.') }),
  async run(args, { caller, clients, touched }) {
    const confirmed = args.confirm === true;
    const { amountCents, balanceAfterCents, redeemedBeforeAt } = await clients.billing.redeemReferralCredit(
      caller,
      {
        amountCents: args.amount === undefined ? undefined : fromDollars(args.amount),
        confirm: confirmed,
      },
    );
    if (confirmed) {
      touched({ amountCents: redeemedBeforeAt ? 0 : amountCents });
      return {
        redeemed: toDollars(amountCents),
        balance: toDollars(balanceAfterCents),
        ...(redeemedBeforeAt && { note: notes.repeated({ redeemedAt: redeemedBeforeAt }) }),
      };
    }
    return {
      preview: true,
      amount: toDollars(amountCents),
      balance_after: toDollars(balanceAfterCents),
      note: redeemedBeforeAt ? notes.redeemedBefore({ redeemedAt: redeemedBeforeAt }) : notes.previewed({}),
    };
  },
});
