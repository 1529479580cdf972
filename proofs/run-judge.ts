import { spawnSync } from 'node:child_process';
import type { Judge } from './judge';
import { isOnPath, type Workshop } from './workshop';

/** A judge's row of the table. */
export interface Row {
  readonly judge: string;
  readonly version: string;
  readonly checked: string;
  readonly verdict: string;
  readonly outcome: 'ok' | 'skipped' | 'bad';
}

/**
 * Runs a judge. A judge that fails with an error or checks nothing gets the outcome `bad`, as if it had found a fault.
 */
export async function runJudge(judge: Judge, openWorkshop: () => Workshop): Promise<Row> {
  const row = (outcome: Row['outcome'], verdict: string, version = '–', checked = 0): Row => ({
    judge: judge.name,
    version,
    checked: String(checked),
    verdict,
    outcome,
  });
  const missing = missingFor(judge);
  if (missing.length > 0) return row('skipped', `skipped: needs ${missing.join(', ')}`);
  try {
    const { version, checked, faults, figures = [] } = await judge.judge(openWorkshop());
    for (const fault of faults) console.log(`  ✗ ${fault}`);
    if (checked === 0) return row('bad', 'failed: looked at nothing', version);
    const found = faults.length > 0 ? `${faults.length} faults` : 'ok';
    return row(faults.length > 0 ? 'bad' : 'ok', [found, ...figures].join(', '), version, checked);
  } catch (error) {
    console.log(`  ✗ ${error instanceof Error ? error.message : error}`);
    return row('bad', 'could not work');
  }
}

function missingFor({ needs, needsVariables = [], needsSuccess = [] }: Judge): string[] {
  const missing = [
    ...needs.filter((program) => !isOnPath(program)),
    ...needsVariables.filter((name) => !process.env[name]).map((name) => `${name} to be set`),
  ];
  if (missing.length > 0) return missing;
  return needsSuccess
    .filter(([program, ...args]) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0)
    .map((command) => `\`${command.join(' ')}\` to succeed`);
}
