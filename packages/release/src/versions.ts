import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { releaseNotes } from './release-notes';

/** Returns the version of the checkout. All other places must have the same version. */
export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

/**
 * Returns a sentence for each place whose version differs from package.json.
 * @param isRehearsal whether the version may still be unreleased in the changelog
 */
export function versionFaults(root: string, isRehearsal = false): string[] {
  const version = versionOf(root);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const chart = parse(read('charts/parcelyard/Chart.yaml')) as { version: string; appVersion: string };
  const versions: [string, string | undefined][] = [
    ['charts/parcelyard/Chart.yaml: version', chart.version],
    ['charts/parcelyard/Chart.yaml: appVersion', chart.appVersion],
    ['Dockerfile: ARG VERSION', /^ARG VERSION=(\S+)$/m.exec(read('Dockerfile'))?.[1]],
    ...[...read('compose.yaml').matchAll(/\$\{VERSION:-([\w.+-]{1,40})\}/g)].map(
      ([, found]): [string, string | undefined] => ['compose.yaml: VERSION', found],
    ),
  ];
  const faults = versions
    .filter(([, found]) => found !== version)
    .map(([where, found]) => `${where} is ${found ?? 'missing'}, package.json has ${version}.`);
  if (!isRehearsal && releaseNotes(read('CHANGELOG.md'), version) === undefined)
    faults.push(`CHANGELOG.md has no section ## ${version}.`);
  return [...new Set(faults)];
}
