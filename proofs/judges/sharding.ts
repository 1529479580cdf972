import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Judge } from '../judge';
import { type Finding, judgeRoutes, type Recorded } from '../sharding/judge-routes';
import { REACHES_ALL } from '../sharding/reaches-all';
import { withStack } from '../with-stack';
import type { Workshop } from '../workshop';

/**
 * The commands of an idle stack are counted for this many seconds, to compute rates. The count begins after `SETTLED_S`
 * seconds, when the stack has finished its start and its demo data.
 */
const IDLE_S = 240;
const SETTLED_S = 90;

/** Finds, by MongoDB's rules, to which shards a cluster would send each command of the end-to-end suite. */
export const sharding: Judge = {
  name: 'sharding (rules of mongos)',
  proves:
    'Each command goes only to the shard of its account, except the listed commands, and every unique index is allowed on a sharded cluster.',
  needs: [],
  async judge(workshop) {
    const suite = await record(workshop, 'suite', async (PATH) => {
      const jest = resolve('node_modules/.bin/jest');
      const options = { folder: process.cwd(), environment: { PATH }, timeout: 60 * 60_000 };
      // Some scenarios kill or damage the embedded engine. They fail here, because this run uses another engine, but
      // their commands are still judged.
      const { stderr } = await workshop.attempt(jest, ['--selectProjects', 'e2e'], options);
      const lines = stderr.split('\n');
      const failed = new Set(lines.flatMap((line) => /^FAIL \S+ \S+\/(\S+)\.test/.exec(line)?.[1] ?? []));
      const told = lines.find((line) => line.startsWith('Test Suites:')) ?? stderr.slice(-300);
      return [told, ...failed].join(' ');
    });
    const idle = await record(workshop, 'idle', async (PATH, file) => {
      const listen = async () => {
        await pause(SETTLED_S * 1000);
        const { length } = linesOf(file);
        await pause(IDLE_S * 1000);
        return linesOf(file).slice(length);
      };
      return withStack(listen, { PATH, DEMO_HISTORY: '0' });
    });
    const findings = judgeRoutes(suite.lines);
    const rates = rateTable(judgeRoutes(idle.result).everywhere);
    writeFileSync(join(workshop.folder, 'everywhere.md'), rates);
    return {
      version: 'MongoDB 8.0',
      checked: findings.statements,
      faults: findings.faults,
      figures: [
        `${findings.commands} commands of ${findings.statements} kinds, ${findings.everywhere.length} kinds reach all shards`,
        `${findings.uniqueIndexes} unique indexes`,
        String(suite.result),
      ],
    };
  },
};

/**
 * Runs `work` and returns the recorded commands. `work` gets a PATH on which `mongod` is a recorder. The stack sends
 * its database commands to the recorder, which stores each of them in `file`.
 */
async function record<Result>(
  workshop: Workshop,
  name: string,
  work: (path: string, file: string) => Promise<Result>,
): Promise<{ lines: Recorded[]; result: Result }> {
  const folder = join(workshop.folder, name);
  const file = join(folder, 'record.jsonl');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dist = resolve('dist');
  const program = `RECORD_DIST='${dist}' RECORD_FILE='${file}' exec '${process.execPath}' '${dist}/proofs-recording-mongod.mjs' "$@"`;
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\n${program}\n`);
  chmodSync(join(folder, 'mongod'), 0o755);
  const result = await work(`${folder}${delimiter}${process.env.PATH}`, file);
  return { lines: linesOf(file), result };
}

function linesOf(file: string): Recorded[] {
  if (!existsSync(file)) throw new Error('No command was recorded.');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Recorded);
}

function rateTable(everywhere: readonly Finding[]): string {
  const rows = everywhere.map(
    ({ what, count }) => `| ${what} | ${REACHES_ALL[what] ?? ''} | ${(count / IDLE_S).toFixed(2)} |`,
  );
  return ['| Command | Why | a second, idle |', '|---|---|---|', ...rows, ''].join('\n');
}
