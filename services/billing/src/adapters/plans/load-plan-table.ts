import { readFile } from 'node:fs/promises';
import { cents } from '@parcelyard/money/cents';
import { z } from 'zod';
import { FEATURES, NO_PLAN, type PlanTable } from '../../domain/plan';
import builtIn from '../../plans.json';

const allowance = z.int().min(0).nullable();

const planRow = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  name: z.string().min(1),
  pricePerMonth: z.int().min(0).transform(cents),
  shipmentsPerMonth: allowance,
  marketingEmailsPerMonth: allowance,
  features: z.array(z.enum(FEATURES)),
  trialDays: z.int().min(1).nullable().default(null),
  discontinued: z.boolean().default(false),
});

const planRows = z
  .array(planRow)
  .refine((rows) => new Set(rows.map(({ code }) => code)).size === rows.length, 'two plans have one code')
  .refine((rows) => rows.some(({ code }) => code === NO_PLAN), `a plan with the code ${NO_PLAN} is missing`);

/**
 * Returns the plan table from the file, or the built-in table if there is no file. With a file, an operator can change
 * plans without a release.
 * @throws Error that says where the file has a wrong format
 */
export async function loadPlanTable(file: string | undefined): Promise<PlanTable> {
  const rows = file === undefined ? builtIn : JSON.parse(await readFile(file, 'utf8'));
  const parsed = planRows.safeParse(rows);
  if (!parsed.success) {
    throw new Error(`Bad plan table ${file ?? ''}: ${z.prettifyError(parsed.error)}`);
  }
  const plans = new Map(parsed.data.map((plan) => [plan.code, Object.freeze(plan)]));
  return {
    none: plans.get(NO_PLAN) as (typeof parsed.data)[number],
    find: (code) => plans.get(code),
    codes: [...plans.keys()],
  };
}
