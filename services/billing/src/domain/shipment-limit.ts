import { billingMonth } from './billing-month';
import { NO_PLAN, type Plan } from './plan';

/** Whether the plan leaves room for one more shipment in a month with `used`. */
export const hasSlot = ({ shipmentsPerMonth }: Plan, used: number): boolean =>
  shipmentsPerMonth === null || used < shipmentsPerMonth;

/** The sentence of a purchase past the limit (MCP specification, Tool errors). */
export function limitReached(plan: Plan, now: Date): string {
  const allowance = `${plan.shipmentsPerMonth} shipments a month`;
  const whose =
    plan.code === NO_PLAN
      ? `an account without a plan has ${allowance}`
      : `the ${plan.name} plan has ${allowance}`;
  const renewal = billingMonth(now).end.toISOString().slice(0, 10);
  return `Limit reached: ${whose}, and all of them are used. The count starts again on ${renewal} (UTC).`;
}
