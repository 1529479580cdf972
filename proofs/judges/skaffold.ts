import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const MODULE = 'github.com/GoogleContainerTools/skaffold/v2';
const VERSION = 'v2.16.1';

/** With `dev` Skaffold activates the first one by itself. */
const PROFILES = ['development', 'production-like', 'private-registry', 'production-like,private-registry'];
const NAMESPACE = 'shop';
const BUILD_TIMEOUT_MS = 1_800_000;

export const skaffold: Judge = {
  name: 'Skaffold',
  proves: 'Skaffold itself reads skaffold.yaml and the Dockerfile, and renders the chart for each profile.',
  needs: ['go'],
  async judge(workshop) {
    const program = await build(workshop);
    const faults: string[] = [];
    const tags = new Map<string, string>();
    for (const profile of PROFILES) {
      const common = ['--filename', join(process.cwd(), 'skaffold.yaml'), '--profile', profile];
      // Helm is among the project's packages.
      const PATH = `${join(process.cwd(), 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
      const environment = { PATH, NPMRC: '', CA_BUNDLE: '', SKAFFOLD_UPDATE_CHECK: 'false' };
      const diagnosed = await workshop.attempt(program, ['diagnose', ...common], {
        environment,
        folder: process.cwd(),
      });
      if (diagnosed.code !== 0) faults.push(`diagnose ${profile}: ${lastLine(diagnosed.stderr)}`);
      const render = ['render', ...common, '--digest-source', 'tag', '--namespace', NAMESPACE];
      const rendered = await workshop.attempt(program, render, { environment, folder: process.cwd() });
      if (rendered.code !== 0) faults.push(`render ${profile}: ${lastLine(rendered.stderr)}`);
      const image = rendered.stdout.split('\n').find((line) => line.includes('image: parcelyard-gateway:'));
      if (!image) faults.push(`render ${profile}: no image of the gateway`);
      else tags.set(profile, image.trim());
      const elsewhere = rendered.stdout
        .split('\n')
        .filter((line) => /^ {2}namespace: /.test(line) && line.trim() !== `namespace: ${NAMESPACE}`);
      if (elsewhere.length > 0) faults.push(`render ${profile}: ${elsewhere[0]} for ${NAMESPACE}`);
    }
    if (tags.get('development') === tags.get('production-like'))
      faults.push('the images of development and production-like have one tag');
    return { version: VERSION, checked: PROFILES.length * 2 + 1, faults };
  },
};

/** Inside its module's folder, because it replaces modules of others, which `go install` refuses. Kept, because it takes minutes. */
async function build(workshop: Workshop): Promise<string> {
  const program = join(workshop.folder, `skaffold-${VERSION}`);
  if (existsSync(program)) return program;
  const environment = { GOMODCACHE: join(workshop.folder, 'modules'), GOFLAGS: '-mod=mod' };
  const fetched = await workshop.run(
    'go',
    ['mod', 'download', '-modcacherw', '-json', `${MODULE}@${VERSION}`],
    {
      environment,
    },
  );
  const { Dir: folder } = JSON.parse(fetched) as { Dir: string };
  await workshop.run('go', ['build', '-o', program, './cmd/skaffold'], {
    ...{ environment, folder },
    timeout: BUILD_TIMEOUT_MS,
  });
  return program;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
