import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import type { Manifest } from './manifest';

export const root = resolve(__dirname, '../../../..');
export const chart = join(root, 'charts/parcelyard');

/** A user's values, which override `values.yaml`. */
type Values = Readonly<Record<string, unknown>>;

const KUBERNETES = '1.32.0';
const APIS = ['monitoring.coreos.com/v1', 'cert-manager.io/v1'];

export const VALUE_SETS = ['development', 'production'] as const;
export type ValueSet = (typeof VALUE_SETS)[number];

const rendered = new Map<string, readonly Manifest[]>();

export function render(valueSet: ValueSet, values: Values = {}, given: Given = {}): readonly Manifest[] {
  const key = JSON.stringify([valueSet, values, given]);
  const known = rendered.get(key);
  if (known) return known;
  const { status, stdout, stderr } = helmTemplate(valueSet, values, given);
  if (status !== 0) throw new Error(stderr);
  // Kubernetes uses YAML 1.1.
  const manifests = parseAllDocuments(stdout, { version: '1.1' })
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
  rendered.set(key, manifests);
  return manifests;
}

/** Returns the error with which the chart refuses the values; empty if it accepts them. */
export function refusal(valueSet: ValueSet, values: Values, given: Given = {}): string {
  const { status, stderr } = helmTemplate(valueSet, values, given);
  return status === 0 ? '' : stderr;
}

/**
 * Options of `helm template` for a test: another chart, additional API versions of the cluster, another namespace of
 * the release.
 */
interface Given {
  readonly chart?: string;
  readonly apis?: readonly string[];
  readonly namespace?: string;
}

function helmTemplate(
  valueSet: ValueSet,
  values: Values,
  { chart: given = chart, apis = [], namespace = 'default' }: Given = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-chart-'));
  try {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    return spawnSync(
      helm(),
      [
        ...['template', 'parcelyard', given, '--namespace', namespace, '--kube-version', KUBERNETES],
        ...[...APIS, ...apis].flatMap((api) => ['--api-versions', api]),
        ...['--values', join(chart, `values-${valueSet}.yaml`), '--values', file],
      ],
      { encoding: 'utf8' },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let found: string | undefined;

/** Returns the path of Helm: from PATH, or the Linux binary of an npm package. */
function helm(): string {
  found ??= [...(process.env.PATH ?? '').split(delimiter), join(root, 'node_modules/.bin')]
    .map((folder) => join(folder, 'helm'))
    .find((candidate) => existsSync(candidate) && runs(candidate));
  if (!found) throw new Error('This test needs Helm: put helm on PATH.');
  return found;
}

function runs(candidate: string): boolean {
  try {
    execFileSync(candidate, ['version', '--short'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
