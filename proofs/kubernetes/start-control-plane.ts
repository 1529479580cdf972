import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePorts } from '@parcelyard/testing/free-ports';
import type { Workshop } from '../workshop';

const TOKEN = 'the-judge';
const START_TIMEOUT_MS = 120_000;

/** The pods of every namespace must meet the Pod Security Standard `restricted`. A violation also causes a warning. */
const ADMISSION = {
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: [
    {
      name: 'PodSecurity',
      configuration: {
        apiVersion: 'pod-security.admission.config.k8s.io/v1',
        kind: 'PodSecurityConfiguration',
        defaults: { enforce: 'restricted', warn: 'restricted', audit: 'restricted' },
      },
    },
  ],
};

export interface ControlPlane {
  readonly kubeconfig: string;
  stop(): void;
}

/**
 * Starts etcd, the API server and the controllers, empty and on loopback. There is no node: pods are admitted, but none
 * runs.
 */
export async function startControlPlane({ folder, run }: Workshop, bin: string): Promise<ControlPlane> {
  const state = join(folder, 'state');
  rmSync(state, { recursive: true, force: true });
  await run('mkdir', ['-p', state]);
  const [store = 0, peers = 0, api = 0] = await freePorts(3);
  const children: ChildProcess[] = [];
  const start = (program: string, args: readonly string[]) => {
    const log = openSync(join(state, `${program.slice(program.lastIndexOf('/') + 1)}.log`), 'w');
    children.push(spawn(program, args, { cwd: state, stdio: ['ignore', log, log] }));
  };
  const stop = () => {
    for (const child of children.reverse()) child.kill('SIGKILL');
  };
  const kubeconfig = join(state, 'kubeconfig');
  const key = join(state, 'accounts.key');
  await run('openssl', ['genrsa', '-out', key, '2048']);
  writeFileSync(join(state, 'tokens.csv'), `${TOKEN},judge,judge,system:masters\n`);
  const admission = join(state, 'admission.json');
  writeFileSync(admission, JSON.stringify(ADMISSION));
  writeFileSync(kubeconfig, kubeconfigOf(`https://127.0.0.1:${api}`), { mode: 0o600 });

  start('etcd', [
    ...['--data-dir', join(state, 'etcd'), '--unsafe-no-fsync'],
    ...[
      '--listen-client-urls',
      `http://127.0.0.1:${store}`,
      '--advertise-client-urls',
      `http://127.0.0.1:${store}`,
    ],
    ...['--listen-peer-urls', `http://127.0.0.1:${peers}`],
  ]);
  start(join(bin, 'kube-apiserver'), [
    ...['--etcd-servers', `http://127.0.0.1:${store}`, '--cert-dir', join(state, 'certs')],
    ...['--bind-address', '127.0.0.1', '--advertise-address', '10.0.0.1', '--secure-port', `${api}`],
    ...['--service-account-issuer', 'https://kubernetes.default.svc', '--service-account-key-file', key],
    ...['--service-account-signing-key-file', key, '--service-cluster-ip-range', '10.96.0.0/16'],
    ...[
      '--admission-control-config-file',
      admission,
      '--authorization-mode',
      'RBAC',
      '--token-auth-file',
      join(state, 'tokens.csv'),
    ],
  ]);
  start(join(bin, 'kube-controller-manager'), [
    ...[
      '--kubeconfig',
      kubeconfig,
      '--service-account-private-key-file',
      key,
      '--leader-elect=false',
      '--secure-port',
      '0',
    ],
  ]);
  try {
    const ask = ['--kubeconfig', kubeconfig, 'get', 'serviceaccount', 'default'];
    await eventually(() => run(join(bin, 'kubectl'), ask), START_TIMEOUT_MS, 500);
  } catch (error) {
    stop();
    throw error;
  }
  return { kubeconfig, stop };
}

const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'proof', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'judge', user: { token: TOKEN } }],
    contexts: [{ name: 'proof', context: { cluster: 'proof', user: 'judge' } }],
    'current-context': 'proof',
  });
