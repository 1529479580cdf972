import { Counter, type Registry } from 'prom-client';
import type { BudgetsOptions } from '../../clients/budgets-client';

/** Refusals of budgets: `memory` cost nothing, `auth` a call. A flood shows in the first. */
export function createBudgetMetrics(registry: Registry): BudgetsOptions['onRefusal'] {
  const refusals = new Counter({
    name: 'parcelyard_budget_refusals_total',
    help: 'Requests refused because a network or an account had used a budget up, by who knew',
    labelNames: ['budget', 'by'],
    registers: [registry],
  });
  return (budget, by) => refusals.inc({ budget, by });
}
