import { readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './run-job';

export interface Budget {
  readonly calls: number;
  readonly bytes: number;
}

const FILE = 'evals/budgets.json';

/**
 * A budget has the measured number of bytes times this factor, because ids, prices and dates do not always have the
 * same length.
 */
const SLACK = 1.05;

export const readBudgets = (): Readonly<Record<string, Budget>> => JSON.parse(readFileSync(FILE, 'utf8'));

/** Stores the measured costs as the new budgets. A reviewer sees in the diff which jobs became more expensive. */
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

/** Returns a sentence for each cost that exceeds the budget. */
export function overBudget({ job, calls, bytes }: Outcome, budget: Budget | undefined): string[] {
  if (!budget) return [`${job} has no budget in ${FILE}; measure with EVALS_BUDGETS=write.`];
  return [
    ...(calls > budget.calls ? [`${calls} calls instead of ${budget.calls}.`] : []),
    ...(bytes > budget.bytes ? [`${bytes} bytes instead of ${budget.bytes}.`] : []),
  ];
}
