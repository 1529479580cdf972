import { cents } from '@parcelyard/money/cents';
import { accountId } from '@parcelyard/service-kit/ids';
import type Stripe from 'stripe';
import type { PaymentReversal } from '../../../domain/transfers';
import type { ReversalSource } from '../../../ports';

const PAGE = 100;

/** Reads Stripe's refunds and disputes of our charges. Their states can change later, so each run reads them again. */
export function createStripeReversals(stripe: Stripe): ReversalSource {
  return {
    reversals: async function* (since) {
      const asked = {
        limit: PAGE,
        expand: ['data.payment_intent'],
        ...(since && { created: { gte: Math.floor(since.getTime() / 1000) } }),
      };
      for await (const refund of stripe.refunds.list(asked)) {
        const reversal = toReversal('refund', refund, isTakenByRefund(refund.status));
        if (reversal) yield reversal;
      }
      for await (const dispute of stripe.disputes.list(asked)) {
        const reversal = toReversal('dispute', dispute, TAKEN_BY_DISPUTE[dispute.status]);
        if (reversal) yield reversal;
      }
    },
  };
}

/**
 * Returns whether the refund has taken money from us. A pending refund has already taken the money. The money of a
 * failed or canceled refund has come back.
 */
const isTakenByRefund = (status: string | null): boolean => status !== 'failed' && status !== 'canceled';

/**
 * Says for each status of a dispute whether the dispute has taken money from us. An inquiry (`warning_…`) and a
 * prevented dispute take no money, and the money of a won dispute came back. While we appeal a lost dispute, its money
 * is still gone. A dispute with a status that is not in this table changes nothing.
 */
const TAKEN_BY_DISPUTE: Readonly<Record<string, boolean | undefined>> = {
  needs_response: true,
  under_review: true,
  lost: true,
  appeal_needs_response: true,
  appeal_under_review: true,
  won: false,
  prevented: false,
  warning_needs_response: false,
  warning_under_review: false,
  warning_closed: false,
};

type Given = Pick<Stripe.Refund | Stripe.Dispute, 'id' | 'amount' | 'currency' | 'payment_intent'>;

/** Returns undefined when billing did not make the charge, or when it is unknown whether money was taken. */
function toReversal(
  kind: PaymentReversal['kind'],
  { id, amount, currency, payment_intent: intent }: Given,
  taken: boolean | undefined,
): PaymentReversal | undefined {
  if (taken === undefined || intent === null || typeof intent === 'string' || currency !== 'usd')
    return undefined;
  const { reference, account_id } = intent.metadata;
  if (!reference || !account_id) return undefined;
  return {
    id,
    kind,
    reference,
    taken,
    accountId: accountId(Number(account_id)),
    amount: cents(amount),
  };
}
