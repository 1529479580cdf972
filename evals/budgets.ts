import { readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './run-job';

/** What a job may cost at the most. */
export interface Budget {
  readonly calls: number;
  readonly bytes: number;
}

const FILE = 'evals/budgets.json';

/** Ids, prices and dates are not always of one length. */
const SLACK = 1.05;

export const readBudgets = (): Readonly<Record<string, Budget>> => JSON.parse(readFileSync(FILE, 'utf8'));

/** Takes what was measured as the budgets from here on; a reviewer sees in the difference what became dearer. */
export function writeBudgets(outcomes: readonly Outcome[]): void {
  const measured = outcomes
    .filter(({ skipped }) => skipped === undefined)
    .map(
      ({ job, calls, bytes, slack = SLACK }) =>
        [job, { calls, bytes: Math.ceil((bytes * slack) / 100) * 100 }] as const,
    );
  const budgets = { ...readBudgets(), ...Object.fromEntries(measured) };
  writeFileSync(FILE, `${JSON.stringify(budgets, null, 2)}\n`);
}

/** Sentences on what cost more than it may. */
export function overBudget({ job, calls, bytes }: Outcome, budget: Budget | undefined): string[] {
  if (!budget) return [`${job} has no budget in ${FILE}; measure with EVALS_BUDGETS=write.`];
  return [
    ...(calls > budget.calls ? [`${calls} calls instead of ${budget.calls}.`] : []),
    ...(bytes > budget.bytes ? [`${bytes} bytes instead of ${budget.bytes}.`] : []),
  ];
}
