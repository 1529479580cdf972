import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { timestampOrNull } from '../../operations/nullable';
import { defineTool, READS } from '../tool';

/** @see specification, "get_subscription_info" and "Plan feature gating" */
export const getSubscriptionInfo = defineTool({
  name: 'get_subscription_info',
  title: 'Get subscription info',
  description:
    'The plan with its features and monthly limits, what is used of them, and where to upgrade. A limit of null is unlimited. Limits count per UTC calendar month.',
  ...READS,
  input: z.object({}),
  async run(_args, { caller, clients, absolute }) {
    const plan = await clients.billing.getEntitlements(caller);
    return {
      tier: {
        code: plan.plan,
        name: plan.planName,
        price: toDollars(plan.priceCents),
        features: {
          carrier_pickup: plan.features?.carrierPickup === true,
          batch: plan.features?.batch === true,
          business_reporting: plan.features?.businessReporting === true,
          marketing_email: plan.features?.marketingEmail === true,
        },
      },
      status: plan.status,
      current_period_start: timestampOrNull(plan.currentPeriodStart),
      current_period_end: timestampOrNull(plan.currentPeriodEnd),
      limits: {
        shipments: plan.shipmentsLimit ?? null,
        marketing_emails: plan.marketingEmailsLimit ?? null,
      },
      usage: { shipments: plan.shipmentsUsed, marketing_emails: plan.marketingEmailsUsed },
      upgrade_url: absolute('/settings/billing'),
    };
  },
});
