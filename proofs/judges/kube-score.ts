import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';

const VERSION = '1.20.0';
const KUBERNETES = '1.32.0';
const HELM = join(process.cwd(), 'node_modules/.bin/helm');

/**
 * Checks of kube-score that are ignored. The reasons, in the same order: The image has the user 1000, which kube-score
 * finds too low. A tag always means the same image, so a node need not pull an image again. Topology spread separates
 * pods, so they need no anti-affinity.
 */
const IGNORED = [
  'container-security-context-user-group-id',
  'container-image-pull-policy',
  'deployment-has-host-podantiaffinity',
];

export const kubeScore: Judge = {
  name: 'kube-score',
  proves: "Objects of the chart's production values follow the practices that kube-score knows.",
  needs: ['go'],
  async judge(workshop) {
    const program = await workshop.go(`github.com/zegl/kube-score/cmd/kube-score@v${VERSION}`);
    const values = join('charts/parcelyard', 'values-production.yaml');
    const manifests = await workshop.run(
      HELM,
      [
        ...['template', 'parcelyard', 'charts/parcelyard', '--values', values],
        ...['--kube-version', KUBERNETES],
      ],
      { folder: process.cwd() },
    );
    const file = join(workshop.folder, 'production.yaml');
    writeFileSync(file, manifests);
    const ignored = IGNORED.flatMap((test) => ['--ignore-test', test]);
    const words = ['score', '--output-format', 'json', '--kubernetes-version', 'v1.32', ...ignored, file];
    const { stdout } = await workshop.attempt(program, words);
    const objects = JSON.parse(stdout) as ScoredObject[];
    const checks = objects.flatMap(({ object_name, checks }) =>
      checks.filter(({ skipped }) => !skipped).map((check) => ({ object_name, ...check })),
    );
    const faults = checks
      .filter(({ grade }) => grade < GRADE_OK)
      .map(({ object_name, check }) => `${object_name}: ${check.name}`);
    return { version: VERSION, checked: checks.length, faults };
  },
};

/** kube-score grades a check 1 (critical), 5 (warning), 7 (almost) or 10 (ok). Grades from 7 on are accepted. */
const GRADE_OK = 7;

interface ScoredObject {
  object_name: string;
  checks: { check: { name: string }; grade: number; skipped: boolean }[];
}
