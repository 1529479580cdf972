import { cents } from '@parcelyard/money/cents';
import { accountId } from '@parcelyard/service-kit/ids';
import type Stripe from 'stripe';
import type { PaymentReversal } from '../../../domain/transfers';
import type { GatewayCharge, GatewayJournal, ReversalSource } from '../../../ports';
import { intentOutcome } from './judge-stripe';

/**
 * Reads Stripe's list of charges for `shipctl ledger verify`. Stripe cannot sort by our references, so each call of
 * `list` reads all payment intents. This is too slow for daily use.
 */
export function createStripeJournal(stripe: Stripe, { reversals }: ReversalSource): GatewayJournal {
  return {
    list: async (account, afterReference, limit) => {
      const charges: GatewayCharge[] = [];
      const reversed = new Map<string, PaymentReversal[]>();
      for await (const reversal of reversals(undefined)) {
        reversed.set(reversal.reference, [...(reversed.get(reversal.reference) ?? []), reversal]);
      }
      for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
        const charge = toCharge(intent, reversed);
        if (!charge || charge.reference <= afterReference) continue;
        if (account === 0 || charge.accountId === account) charges.push(charge);
      }
      const inOrder = (a: GatewayCharge, b: GatewayCharge) => (a.reference < b.reference ? -1 : 1);
      charges.sort(inOrder);
      // The next page begins after the last reference. So all charges of one reference are on one page, even above the
      // limit; otherwise `ledger verify` would miss that a reference was charged twice.
      const last = charges[limit - 1]?.reference;
      return charges.filter(({ reference }, place) => place < limit || reference === last);
    },
  };
}

/** Returns undefined when billing did not create the intent, or while its outcome is not final. */
function toCharge(
  intent: Stripe.PaymentIntent,
  reversed: ReadonlyMap<string, readonly PaymentReversal[]>,
): GatewayCharge | undefined {
  const { reference, account_id } = intent.metadata;
  const outcome = intentOutcome(intent);
  if (!reference || !account_id || !outcome) return undefined;
  return {
    reference,
    accountId: accountId(Number(account_id)),
    amount: cents(intent.amount),
    status: outcome.status,
    at: new Date(intent.created * 1000),
    reversals: reversed.get(reference) ?? [],
  };
}
