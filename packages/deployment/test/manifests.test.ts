import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, root, VALUE_SETS } from './support/helm';
import type { Manifest } from './support/manifest';
import { MODELS } from './support/models';

const rows = VALUE_SETS.flatMap((valueSet) =>
  render(valueSet).map((manifest) => ({
    manifest,
    title: `${valueSet}: ${manifest.kind} ${manifest.metadata.name}`,
  })),
);

const modelOf = ({ apiVersion, kind }: Manifest) => {
  const model = MODELS[`${apiVersion}/${kind}`];
  if (!model) throw new Error(`Say in support/models.ts what a ${apiVersion} ${kind} is.`);
  return model;
};

describe('every object of the chart', () => {
  it.each(rows)('is accepted by Kubernetes: $title', ({ manifest }) => {
    const { model } = modelOf(manifest);
    expect(() => new model(manifest as never).validate()).not.toThrow();
  });

  it('keeps names that consist of digits as texts', () => {
    const services = { gateway: { existingSecret: '123', priorityClassName: '456' } };
    const named = { image: { pullSecrets: ['789'] }, tests: { existingSecret: '123' }, services };
    for (const manifest of render('development', named)) {
      const { model } = modelOf(manifest);
      expect(() => new model(manifest as never).validate()).not.toThrow();
    }
  });

  it('has a unique name within its kind', () => {
    for (const valueSet of VALUE_SETS) {
      const names = render(valueSet).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  // Validators accept unknown fields, and the API server drops them without a message. The compiler reports every
  // unknown field.
  it('has only fields of its kind', () => {
    const folder = join(root, 'build/chart-manifests');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifests.ts'), typedLiterals());
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: [],
          module: 'esnext',
          moduleResolution: 'bundler',
          target: 'es2022',
        },
        include: ['manifests.ts'],
      }),
    );
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

/**
 * Returns TypeScript source with one constant for each manifest. The constant has the type of the manifest's kind. One
 * more constant has an unknown field, which the compiler must report.
 */
function typedLiterals(): string {
  const literals = rows.map(({ manifest, title }, index) => {
    const { module, type } = modelOf(manifest);
    return `// ${title}\nexport const m${index}: import('${module}').${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  const deployment = rows.find(({ manifest }) => manifest.kind === 'Deployment')?.manifest as Manifest & {
    spec: object;
  };
  const unknown = JSON.stringify({ ...deployment, spec: { ...deployment.spec, replcas: 3 } });
  return [
    ...literals,
    '// @ts-expect-error a field that a Deployment does not have',
    `export const unknown: import('kubernetes-models/apps/v1').IDeployment = ${unknown};`,
  ].join('\n');
}
