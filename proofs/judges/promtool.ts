import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { Judge } from '../judge';
import { BROKEN, type Cases, inTwoNamespaces, WELL } from '../telemetry/two-namespaces';
import type { Workshop } from '../workshop';

const CHART = 'charts/parcelyard';
const RULES = 'charts/parcelyard/files/alerts.yaml';
const CASES = 'proofs/telemetry/alert-cases.yaml';
const KUBERNETES = '1.32.0';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

type Spoilt = Readonly<Record<string, (rule: Rule) => Rule>>;

/**
 * Changes that make a rule wrong. After each change, the rule's own test cases must fail. If they pass with a rule that
 * never fires, no case checks that the rule fires. If they pass with a rule that always fires, no case checks that the
 * rule stays quiet.
 */
const SPOILT: Spoilt = {
  'never fires': (rule) => ({ ...rule, expr: 'vector(0) > 1' }),
  'always fires': ({ for: _, ...rule }) => ({ ...rule, expr: 'vector(1)' }),
};

/**
 * Leaves the rule as it is in the file, without the namespace that the chart adds. Such a rule reads the metrics of all
 * releases. So with two releases, its test cases must fail.
 */
const SPOILT_BESIDE_ANOTHER: Spoilt = { 'reads both releases': (rule) => rule };

export const promtool: Judge = {
  name: 'promtool',
  proves:
    'Each alert fires at its limit and with its summary, and not earlier. With two releases, it fires only for the broken one.',
  needs: ['apt-get', 'dpkg'],
  async judge(workshop) {
    const program = await fetchPromtool(workshop);
    const file: Rules = parse(readFileSync(RULES, 'utf8'));
    const cases: Cases = parse(readFileSync(CASES, 'utf8'));
    const alerts = file.groups.flatMap(({ rules }) => rules);
    const faults: string[] = [];
    const hold = async (rules: readonly Rules[], asked: Cases, spoilt: Spoilt) => {
      const { code, stdout, stderr } = await ask(workshop, program, rules, asked);
      if (code !== 0) faults.push(`promtool: ${stdout || stderr}`);
      for (const rule of alerts)
        for (const [how, spoil] of Object.entries(spoilt)) {
          const changed = rules.map((each) => withRule(each, rule.alert, spoil(rule)));
          if ((await ask(workshop, program, changed, asked)).code === 0)
            faults.push(`No test case of ${rule.alert} fails when the rule ${how}.`);
        }
    };
    await hold([file], cases, SPOILT);
    const releases = await Promise.all([BROKEN, WELL].map((namespace) => renderRules(workshop, namespace)));
    await hold(releases, inTwoNamespaces(cases), SPOILT_BESIDE_ANOTHER);
    const version = await workshop.run(program, ['--version']);
    return {
      version: /version ([\d.]+)/.exec(version)?.[1] ?? version,
      checked: alerts.length,
      faults,
      figures: [
        `${alerts.length * Object.keys({ ...SPOILT, ...SPOILT_BESIDE_ANOTHER }).length} spoilt rules`,
      ],
    };
  },
};

/** Extracts Debian's promtool from its package; nothing is installed. */
async function fetchPromtool(workshop: Workshop): Promise<string> {
  await workshop.run('apt-get', ['download', 'prometheus']);
  const names = await workshop.run('sh', ['-c', 'ls -t prometheus_*.deb']);
  await workshop.run('dpkg', ['-x', names.split('\n', 1)[0] as string, 'prometheus']);
  return join(workshop.folder, 'prometheus/usr/bin/promtool');
}

/** Returns the rules of a release in this namespace, as the chart renders them. */
async function renderRules(workshop: Workshop, namespace: string): Promise<Rules> {
  const release = ['parcelyard', CHART, '--namespace', namespace, '--kube-version', KUBERNETES];
  const values = [
    '--api-versions',
    'monitoring.coreos.com/v1',
    '--values',
    `${CHART}/values-production.yaml`,
  ];
  const folder = process.cwd();
  const helm = join(folder, 'node_modules/.bin/helm');
  const rendered = await workshop.run(helm, ['template', ...release, ...values], { folder });
  const manifests = parseAllDocuments(rendered, { version: '1.1' }).map((document) => document.toJS());
  return manifests.find((manifest) => manifest?.kind === 'PrometheusRule').spec;
}

function ask(workshop: Workshop, program: string, rules: readonly Rules[], cases: Cases) {
  const folder = join(workshop.folder, 'asked');
  mkdirSync(folder, { recursive: true });
  const rule_files = rules.map((_, number) => `alerts-${number}.yaml`);
  for (const [number, file] of rule_files.entries())
    writeFileSync(join(folder, file), stringify(rules[number]));
  writeFileSync(join(folder, 'cases.yaml'), stringify({ ...cases, rule_files }));
  return workshop.attempt(program, ['test', 'rules', 'cases.yaml'], { folder });
}

const withRule = ({ groups }: Rules, alert: string, changed: Rule): Rules => ({
  groups: groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.alert === alert ? changed : rule)),
  })),
});
