import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { openAccount } from '../open-account';
import { withStack } from '../with-stack';
import type { Workshop } from '../workshop';

const VERSION = '4.32.5';
/**
 * A different seed each time, so that other parts of the API are tested. With the same PROOFS_SEED, a run sends the
 * same requests, but its time-out may end it earlier or later.
 */
const SEED = Number(process.env.PROOFS_SEED ?? Date.now() % 1_000_000);
/**
 * The folder with the judge's configuration. It contains the rules of the API that the published document cannot
 * express, each with its reason.
 */
const SETTINGS = join(process.cwd(), 'proofs/schemathesis');

interface Run {
  readonly name: string;
  /** The number of accounts. One account has 600 requests a minute. */
  readonly accounts: number;
  readonly options: readonly string[];
}

const RUNS: readonly Run[] = [
  {
    name: 'operations',
    accounts: 8,
    options: ['--phases', 'examples,coverage,fuzzing', '--max-examples', '20', '--rate-limit', '4500/m'],
  },
  // A call in a sequence uses the answers of earlier calls, so all calls use one account.
  {
    name: 'sequences',
    accounts: 1,
    options: ['--phases', 'stateful', '--max-examples', '20', '--max-time', '60', '--rate-limit', '580/m'],
  },
];

export const schemathesis: Judge = {
  name: 'Schemathesis',
  proves:
    'Every operation answers valid and invalid requests as the document says, separately and in sequences.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`schemathesis==${VERSION}`]);
    const outputs = await withStack(
      ({ baseUrl }) => Promise.all(RUNS.map((run) => attack(workshop, programs, baseUrl, run))),
      { EGRESS_ALLOW: '127.0.0.1:9', DEMO_HISTORY: '0' },
    );
    return {
      version: `${VERSION}, seed ${SEED}`,
      checked: outputs.reduce((sum, { stdout }) => sum + Number(/(\d+) generated/.exec(stdout)?.[1] ?? 0), 0),
      faults: outputs.filter(({ code }) => code !== 0).map(({ stdout, stderr }) => faultsOf(stdout + stderr)),
    };
  },
};

async function attack(workshop: Workshop, programs: string, baseUrl: string, run: Run) {
  const folder = join(workshop.folder, run.name);
  mkdirSync(folder, { recursive: true });
  const address = `${baseUrl}/public/openapi.json`;
  const DOCUMENT = join(folder, 'openapi.json');
  writeFileSync(DOCUMENT, await (await fetch(address)).text());
  const tokens = await Promise.all(
    Array.from({ length: run.accounts }, (_, index) => openAccount(baseUrl, `${run.name}-${index}`)),
  );
  return workshop.attempt(
    join(programs, 'st'),
    [
      ...['--config-file', join(SETTINGS, 'schemathesis.toml'), 'run', address, ...run.options],
      // `use_after_free` is excluded, because deleted objects can still be read: DELETE cancels an order or a pickup,
      // and a deleted webhook keeps its log.
      ...[
        '--checks',
        'all',
        '--exclude-checks',
        'use_after_free',
        '--seed',
        String(SEED),
        '--continue-on-failure',
        '--no-color',
      ],
      ...['--generation-database', 'none'],
    ],
    {
      folder,
      environment: {
        DOCUMENT,
        TOKEN: tokens[0] ?? '',
        TOKENS: tokens.join(','),
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: SETTINGS,
        PYTHONDONTWRITEBYTECODE: '1',
      },
      timeout: 600_000,
    },
  );
}

/** Returns the tool's own text about each fault, without its advice and summary. */
function faultsOf(output: string): string {
  const from = output.search(/^=+ (ERRORS|FAILURES) =+$/m);
  const told = from < 0 ? output.slice(-4000) : output.slice(from);
  return told.replace(/^=+ (WARNINGS|SUMMARY) =+$[\s\S]*/m, '').slice(0, 8000);
}
