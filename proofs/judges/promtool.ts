import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const RULES = 'charts/parcelyard/files/alerts.yaml';
const CASES = 'proofs/telemetry/alert-cases.yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** A rule with which its own cases must fail: else no case says when it rings, or none when it is silent. */
const SPOILT: Readonly<Record<string, (rule: Rule) => Rule>> = {
  'never rings': (rule) => ({ ...rule, expr: 'vector(0) > 1' }),
  'always rings': ({ for: _, ...rule }) => ({ ...rule, expr: 'vector(1)' }),
};

export const promtool: Judge = {
  name: 'promtool',
  proves: 'Each alert rings at the figures that it is for, with its words, and not before.',
  needs: ['apt-get', 'dpkg'],
  async judge(workshop) {
    const program = await fetchPromtool(workshop);
    const rules: Rules = parse(readFileSync(RULES, 'utf8'));
    const answer = await ask(workshop, program, rules);
    const alerts = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    const faults = answer.code === 0 ? [] : [`promtool: ${answer.stdout || answer.stderr}`];
    for (const alert of alerts) {
      for (const [how, spoil] of Object.entries(SPOILT)) {
        const { code } = await ask(workshop, program, withRule(rules, alert, spoil));
        if (code === 0) faults.push(`No case of ${alert} notices when it ${how}.`);
      }
    }
    const version = await workshop.run(program, ['--version']);
    return {
      version: /version ([\d.]+)/.exec(version)?.[1] ?? version,
      checked: alerts.length,
      faults,
      figures: [`${alerts.length * Object.keys(SPOILT).length} spoilt rules noticed`],
    };
  },
};

/** Debian's, taken out of its package: nothing is installed. */
async function fetchPromtool(workshop: Workshop): Promise<string> {
  await workshop.run('apt-get', ['download', 'prometheus']);
  const names = await workshop.run('sh', ['-c', 'ls -t prometheus_*.deb']);
  await workshop.run('dpkg', ['-x', names.split('\n', 1)[0] as string, 'prometheus']);
  return join(workshop.folder, 'prometheus/usr/bin/promtool');
}

function ask(workshop: Workshop, program: string, rules: Rules) {
  const folder = join(workshop.folder, 'asked');
  mkdirSync(folder, { recursive: true });
  const cases = parse(readFileSync(CASES, 'utf8'));
  writeFileSync(join(folder, 'alerts.yaml'), stringify(rules));
  writeFileSync(join(folder, 'cases.yaml'), stringify({ ...cases, rule_files: ['alerts.yaml'] }));
  return workshop.attempt(program, ['test', 'rules', 'cases.yaml'], { folder });
}

const withRule = ({ groups }: Rules, alert: string, change: (rule: Rule) => Rule): Rules => ({
  groups: groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.alert === alert ? change(rule) : rule)),
  })),
});
