import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import type { Judge } from '../judge';
import { buildPrograms, HELM_VERSION, KUBERNETES_VERSION } from '../kubernetes/build-programs';
import { certManagerDefinitions } from '../kubernetes/cert-manager-definitions';
import { runDocumentedCommands, WARNING } from '../kubernetes/run-documented-commands';
import { startControlPlane } from '../kubernetes/start-control-plane';
import type { Outcome } from '../workshop';

const CHART = 'charts/parcelyard';
const NAMESPACE = 'parcelyard';
/** The sets of value files with which the chart is checked. */
const VALUE_SETS = {
  production: ['values-production.yaml'],
  small: ['values-production.yaml', 'values-small.yaml'],
  development: ['values-development.yaml'],
} as const;
/** The seven services and shipctl. */
const DEPLOYMENTS = 8;
const PODS_TIMEOUT_MS = 120_000;

interface Deployment {
  readonly metadata: { readonly name: string };
  readonly status: {
    readonly replicas?: number;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message: string;
    }[];
  };
}

export const kubernetes: Judge = {
  name: 'Kubernetes',
  proves:
    "An API server accepts every command of docs/deploying.md and every object of the chart, and admits its pods as 'restricted'.",
  needs: ['go', 'etcd', 'openssl', 'bash'],
  async judge(workshop) {
    const bin = await buildPrograms(workshop);
    const definitions = await certManagerDefinitions(workshop);
    const plane = await startControlPlane(workshop, bin);
    const faults: string[] = [];
    const environment = { KUBECONFIG: plane.kubeconfig };
    const kubectl = (args: readonly string[], input?: string) =>
      workshop.attempt(join(bin, 'kubectl'), args, { environment, ...(input ? { input } : {}) });
    const helm = (args: readonly string[]) =>
      workshop.attempt(join(bin, 'helm'), args, { environment, folder: process.cwd() });
    const hear = (what: string, { code, stdout, stderr }: Outcome) => {
      if (code !== 0 || WARNING.test(stderr)) faults.push(`${what}: ${stderr.trim().slice(-800)}`);
      return stdout;
    };
    try {
      hear(
        'definitions of cert-manager',
        await kubectl(['apply', '--server-side', '--filename', definitions]),
      );
      const page = readFileSync('docs/deploying.md', 'utf8');
      const chapter = page.slice(0, page.indexOf('## One machine'));
      faults.push(...(await runDocumentedCommands(workshop, chapter, bin, plane.kubeconfig)));

      const pods = await eventually(() => admittedPods(kubectl), PODS_TIMEOUT_MS, 1000).catch(
        (error: Error) => {
          faults.push(error.message);
          return 0;
        },
      );
      const back = ['rollback', 'parcelyard', '--namespace', NAMESPACE];
      hear('helm rollback', await helm(back));
      faults.push(...(await refusalOfAnOldHelm(workshop, plane.kubeconfig, bin)));

      hear('a namespace', await kubectl(['create', 'namespace', 'proof']));
      let objects = 0;
      for (const [name, files] of Object.entries(VALUE_SETS)) {
        const values = files.flatMap((file) => ['--values', join(CHART, file)]);
        const rendered = hear(
          `helm template with ${name}`,
          await helm(['template', 'proof', CHART, '--namespace', 'proof', '--validate', ...values]),
        );
        const strict = [
          'apply',
          '--dry-run=server',
          '--validate=strict',
          '--output',
          'name',
          '--filename',
          '-',
        ];
        const accepted = hear(`the objects of ${name}`, await kubectl(strict, rendered));
        objects += accepted.split('\n').filter((line) => line !== '').length;
      }
      return {
        version: `${KUBERNETES_VERSION}, Helm ${HELM_VERSION}`,
        checked: objects + pods,
        faults,
        figures: [`${objects} objects`, `${pods} pods admitted`],
      };
    } finally {
      plane.stop();
    }
  },
};

/**
 * Returns how many pods the controllers created. Throws when the API server refused a pod, or when a Deployment has no
 * pod.
 */
async function admittedPods(kubectl: (args: readonly string[]) => Promise<Outcome>): Promise<number> {
  const { stdout } = await kubectl(['get', 'deployments', '--namespace', NAMESPACE, '--output', 'json']);
  const { items } = JSON.parse(stdout) as { items: readonly Deployment[] };
  if (items.length !== DEPLOYMENTS) throw new Error(`${items.length} Deployments, not ${DEPLOYMENTS}`);
  for (const { metadata, status } of items) {
    const failed = status.conditions?.find(
      ({ type, status: is }) => type === 'ReplicaFailure' && is === 'True',
    );
    if (failed) throw new Error(`${metadata.name}: ${failed.message}`);
    if (!status.replicas) throw new Error(`${metadata.name} has no pod`);
  }
  return items.reduce((sum, { status }) => sum + (status.replicas ?? 0), 0);
}

/**
 * Expects that the chart refuses an old Helm, and returns a fault if not. The Helm of the npm package is older than the
 * chart allows, so an upgrade with it must change nothing.
 */
async function refusalOfAnOldHelm(
  { attempt }: Parameters<typeof runDocumentedCommands>[0],
  kubeconfig: string,
  bin: string,
): Promise<string[]> {
  const { code, stderr } = await attempt(
    join(process.cwd(), 'node_modules/.bin/helm'),
    ['upgrade', 'parcelyard', CHART, '--namespace', NAMESPACE, '--reuse-values'],
    { folder: process.cwd(), environment: { KUBECONFIG: kubeconfig } },
  );
  const releases = [
    'get',
    'secrets',
    '--namespace',
    NAMESPACE,
    '--selector',
    'owner=helm,status=failed',
    '--output',
    'name',
  ];
  const { stdout: failed } = await attempt(join(bin, 'kubectl'), releases, {
    environment: { KUBECONFIG: kubeconfig },
  });
  if (code !== 0 && stderr.includes('this chart needs Helm') && failed.trim() === '') return [];
  return [
    `an old Helm is not refused with a message before anything changes: ${code} ${stderr.slice(-300)} ${failed}`,
  ];
}
