import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLocalStack } from '@parcelyard/testing/with-local-stack';
import { overBudget, readBudgets, writeBudgets } from './budgets';
import { JOBS } from './jobs';
import { type Outcome, runJob } from './run-job';
import type { Solver } from './solver';
import { foreignStage, operatedStage, type Stage } from './stage';

/**
 * `make evals`: the ideal assistant or a model does the jobs of a merchant's assistant; see README.md.
 *
 *   EVALS_ONLY               a part of a job's name: runs only jobs with this part
 *   SOLVER                   module whose default export does the jobs instead of the ideal assistant; budgets are shown, not enforced
 *   DATA_DIR                 the folder of a running stack; when absent, a new separate stack
 *   MCP_URL, ACCESS_TOKEN    accounts of any stack, comma-separated, one for each job; jobs that need an operator are skipped
 *   EVALS_BUDGETS=write      makes the present costs of the ideal assistant the budgets
 */
async function main(): Promise<void> {
  const { EVALS_ONLY, SOLVER, DATA_DIR, MCP_URL, ACCESS_TOKEN, EVALS_BUDGETS } = process.env;
  const only = EVALS_ONLY?.toLowerCase() ?? '';
  const jobs = JOBS.filter(({ name }) => name.toLowerCase().includes(only));
  if (jobs.length === 0) throw new Error(`EVALS_ONLY=${EVALS_ONLY} is part of no job's name.`);
  const solver = SOLVER ? await loadSolver(SOLVER) : undefined;
  const doAll = async (stage: Stage) => {
    const outcomes: Outcome[] = [];
    const places = [...jobs.entries()];
    const work = async () => {
      for (let next = places.shift(); next; next = places.shift())
        outcomes[next[0]] = await runJob(stage, next[1], solver);
    };
    await Promise.all(Array.from({ length: stage.atOnce }, work));
    return outcomes;
  };
  const outcomes =
    MCP_URL && ACCESS_TOKEN
      ? await doAll(foreignStage(MCP_URL, ACCESS_TOKEN.split(',')))
      : DATA_DIR
        ? await doAll(operatedStage(DATA_DIR))
        : await withLocalStack({ VOID_REFUND_DELAY_S: '1' }, (dataDir) => doAll(operatedStage(dataDir)));
  if (EVALS_BUDGETS === 'write' && !solver) writeBudgets(outcomes);
  process.exitCode = report(outcomes, solver !== undefined) ? 0 : 1;
}

async function loadSolver(path: string): Promise<Solver> {
  const { default: solver } = (await import(pathToFileURL(resolve(path)).href)) as { default: Solver };
  return solver;
}

/**
 * Prints the outcomes. Returns true when every job was done as requested. The ideal assistant must also stay within the
 * budget of each job.
 */
function report(outcomes: readonly Outcome[], byModel: boolean): boolean {
  const budgets = readBudgets();
  const rows = outcomes.map((outcome) => {
    const budget = budgets[outcome.job];
    const dear = byModel || outcome.skipped !== undefined ? [] : overBudget(outcome, budget);
    const faults = [...outcome.faults, ...dear];
    return { outcome, budget, faults, verdict: outcome.skipped ?? (faults.length === 0 ? 'ok' : 'failed') };
  });
  print([
    ['job', 'calls', 'of', 'bytes', 'of', 'verdict'],
    ...rows.map(({ outcome, budget, verdict }) => [
      outcome.job,
      ...[outcome.calls, budget?.calls ?? '–', outcome.bytes, budget?.bytes ?? '–'].map(String),
      verdict,
    ]),
  ]);
  for (const { outcome, faults } of rows)
    for (const fault of faults) console.log(`✗ ${outcome.job}: ${fault}`);
  return rows.every(({ faults }) => faults.length === 0);
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
}

await main();
