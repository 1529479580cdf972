import type { Features } from '@parcelyard/contracts/billing';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { timestampOrNull } from '../../values/nullable';
import { defineTool, READS } from '../tool';

/** @see [MCP-B2] */
export const getSubscriptionInfo = defineTool({
  name: 'get_subscription_info',
  title: 'Get subscription info',
  description:
    'The plan with its features, monthly limits and usage, the plans to choose from, and where to change the plan. A limit of null means unlimited. Limits are per UTC calendar month.',
  ...READS,
  input: z.object({}),
  async run(_args, { caller, clients, absolute }) {
    const [plan, offer] = await Promise.all([
      clients.billing.getEntitlements(caller),
      clients.billing.listPlans(caller),
    ]);
    return {
      tier: {
        code: plan.plan,
        name: plan.planName,
        price: toDollars(plan.priceCents),
        features: presentFeatures(plan.features),
      },
      status: plan.status,
      current_period_start: timestampOrNull(plan.currentPeriodStart),
      current_period_end: timestampOrNull(plan.currentPeriodEnd),
      limits: {
        shipments: plan.shipmentsLimit ?? null,
        marketing_emails: plan.marketingEmailsLimit ?? null,
      },
      usage: { shipments: plan.shipmentsUsed, marketing_emails: plan.marketingEmailsUsed },
      plans: offer.plans.map(({ code, name, priceCents, features }) => ({
        code,
        name,
        price: toDollars(priceCents),
        features: presentFeatures(features),
      })),
      upgrade_url: absolute('/settings/billing'),
    };
  },
});

const presentFeatures = (features: Features | undefined) => ({
  carrier_pickup: features?.carrierPickup === true,
  batch: features?.batch === true,
  business_reporting: features?.businessReporting === true,
  marketing_email: features?.marketingEmail === true,
});
