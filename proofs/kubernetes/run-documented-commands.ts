import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fencedBlocks } from '@parcelyard/testing/fenced-blocks';
import type { Workshop } from '../workshop';

/** The form in which the API server and clients warn about deprecated, unknown or forbidden things. */
export const WARNING = /^(?:Warning:|W\d{4} ).*$/m;

/**
 * Types the commands of docs/deploying.md into one shell, with the page's own files, against the API server of the
 * kubeconfig. There is no node and no Docker, so nothing is built, awaited or called in a pod.
 * @returns faults: the command that failed, and every warning
 */
export async function runDocumentedCommands(
  workshop: Workshop,
  page: string,
  bin: string,
  kubeconfig: string,
) {
  const folder = join(workshop.folder, 'typed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(process.cwd(), 'charts'), join(folder, 'charts'));
  const chart = await packageChart(workshop, folder, bin);
  for (const [name, start] of [
    ['my-values.yaml', '# my-values.yaml'],
    ['issuer.yaml', 'apiVersion: cert-manager.io/'],
  ] as const)
    writeFileSync(join(folder, name), blockOf(page, start));
  await makeCertificates(workshop, folder);
  const typed = standIns(folder, bin, chart);

  const { code, stderr } = await workshop.attempt('bash', ['-euc', fencedBlocks(page, '').join('\n')], {
    folder,
    environment: { PATH: `${typed}${delimiter}${process.env.PATH}`, KUBECONFIG: kubeconfig },
  });
  const warnings = stderr.split('\n').filter((line) => WARNING.test(line));
  return code === 0 ? warnings : [`the page's commands end with ${code}: ${stderr.slice(-1000)}`];
}

function blockOf(page: string, start: string): string {
  const block = fencedBlocks(page, 'yaml').find((candidate) => candidate.startsWith(start));
  if (!block) throw new Error(`docs/deploying.md has no block that begins with ${start}.`);
  return block;
}

async function packageChart({ run }: Workshop, folder: string, bin: string): Promise<string> {
  const said = await run(join(bin, 'helm'), ['package', join(process.cwd(), 'charts/parcelyard')], {
    folder,
  });
  return said.slice(said.lastIndexOf(': ') + 2).trim();
}

/** Creates a certificate and its key, under all the file names that the page uses. */
async function makeCertificates({ run }: Workshop, folder: string): Promise<void> {
  await run(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=proof',
      '-keyout',
      'tls.key',
      '-out',
      'tls.crt',
    ],
    { folder },
  );
  for (const [name, same] of [
    ['ca.crt', 'tls.crt'],
    ['fullchain.pem', 'tls.crt'],
    ['privkey.pem', 'tls.key'],
  ] as const)
    symlinkSync(same, join(folder, name));
}

/**
 * Creates stand-ins for the programs that the page's commands use. They run the real kubectl and Helm, but skip the
 * steps that need a node, Docker or a later release.
 */
function standIns(folder: string, bin: string, chart: string): string {
  const programs = {
    docker: 'exit 0',
    make: 'exit 0',
    kubectl: `case $1 in exec) exit 0 ;; esac\nexec '${join(bin, 'kubectl')}' "$@"`,
    helm: [
      'case $1 in test) exit 0 ;; esac',
      'for word; do',
      '  shift',
      '  case $word in',
      '    --wait) ;;',
      `    build/release/*.tgz) set -- "$@" '${chart}' ;;`,
      '    *) set -- "$@" "$word" ;;',
      '  esac',
      'done',
      `exec '${join(bin, 'helm')}' "$@"`,
    ].join('\n'),
  };
  const typed = join(folder, 'programs');
  mkdirSync(typed);
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(typed, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return typed;
}
