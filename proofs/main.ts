import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { JUDGES } from './judges';
import { type Row, runJudge } from './run-judge';
import { verdictTable } from './verdict-table';
import { openWorkshop } from './workshop';

/**
 * `make proofs`: checks the product with software that this project did not write. Ends with code 1 when a judge finds
 * a fault or cannot work. A judge whose programs are missing is named and skipped. The table is also written to
 * `.local/proofs/verdicts.md` after every judge, so that a stopped run leaves its results.
 *
 *   PROOFS_ONLY   a part of a judge's name: runs only judges with this part
 *   PROOFS_SEED   the seed of a judge that uses random input; its row names the seed
 */
const WORK_FOLDER = resolve('.local/proofs');

async function main(): Promise<void> {
  const only = process.env.PROOFS_ONLY?.toLowerCase();
  const chosen = JUDGES.filter(({ name }) => !only || name.toLowerCase().includes(only));
  if (chosen.length === 0) throw new Error(`PROOFS_ONLY=${only} is part of no judge's name.`);
  mkdirSync(WORK_FOLDER, { recursive: true });
  const rows: Row[] = [];
  for (const judge of chosen) {
    console.log(`· ${judge.name}: ${judge.proves}`);
    const folder = judge.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
    rows.push(await runJudge(judge, () => openWorkshop(join(WORK_FOLDER, folder))));
    writeFileSync(join(WORK_FOLDER, 'verdicts.md'), `${verdictTable(rows)}\n`);
  }
  console.log(`\n${verdictTable(rows)}`);
  if (rows.some(({ outcome }) => outcome === 'bad')) process.exitCode = 1;
}

await main();
