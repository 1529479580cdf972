import { resolve } from 'node:path';
import type { Judge } from './judge';
import { JUDGES } from './judges';
import { isOnPath, openWorkshop } from './workshop';

/**
 * `make proofs`: the product held against things that nobody here wrote. Ends with code 1 when one of them finds a
 * fault or cannot work; a judge whose programs are missing is named and skipped.
 *
 *   PROOFS_ONLY   a part of a judge's name: only those that have it
 *   PROOFS_SEED   what a judge that tries at random begins with; its row names it
 */
const WORK_FOLDER = resolve('.local/proofs');

interface Row {
  readonly judge: string;
  readonly version: string;
  readonly checked: string;
  readonly verdict: string;
  readonly isBad: boolean;
}

async function main(): Promise<void> {
  const only = process.env.PROOFS_ONLY?.toLowerCase();
  const chosen = JUDGES.filter(({ name }) => !only || name.toLowerCase().includes(only));
  if (chosen.length === 0) throw new Error(`PROOFS_ONLY=${only} is part of no judge's name.`);
  const rows: Row[] = [];
  for (const judge of chosen) {
    console.log(`· ${judge.name}: ${judge.proves}`);
    rows.push(await hear(judge));
  }
  print(rows);
  if (rows.some(({ isBad }) => isBad)) process.exitCode = 1;
}

async function hear(judge: Judge): Promise<Row> {
  const missing = judge.needs.filter((program) => !isOnPath(program));
  if (missing.length > 0) return row(judge, '–', 0, `skipped: needs ${missing.join(', ')}`, false);
  try {
    const folder = `${WORK_FOLDER}/${judge.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}`;
    const { version, checked, faults, steps = [] } = await judge.judge(openWorkshop(folder));
    for (const fault of faults) console.log(`  ✗ ${fault}`);
    if (checked === 0) return row(judge, version, checked, 'failed: looked at nothing', true);
    const verdict = [faults.length ? `${faults.length} faults` : 'ok', ...steps];
    return row(judge, version, checked, verdict.join(', '), faults.length > 0);
  } catch (error) {
    console.log(`  ✗ ${error instanceof Error ? error.message : error}`);
    return row(judge, '–', 0, 'could not work', true);
  }
}

function row(judge: Judge, version: string, checked: number, verdict: string, isBad: boolean): Row {
  return { judge: judge.name, version, checked: String(checked), verdict, isBad };
}

function print(rows: readonly Row[]): void {
  const heading = { judge: 'judge', version: 'version', checked: 'checked', verdict: 'verdict' };
  const columns = ['judge', 'version', 'checked', 'verdict'] as const;
  const widths = columns.map((column) =>
    Math.max(...[heading, ...rows].map((entry) => entry[column].length)),
  );
  console.log('');
  for (const entry of [heading, ...rows])
    console.log(`| ${columns.map((column, i) => entry[column].padEnd(widths[i] ?? 0)).join(' | ')} |`);
}

await main();
