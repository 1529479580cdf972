import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';
import { buildStatementCheck } from './build-statement-check';

interface Statement {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicate: {
    readonly buildDefinition: {
      readonly resolvedDependencies: readonly { readonly digest: Readonly<Record<string, string>> }[];
    };
  };
}

interface Expected {
  readonly revision: string;
  readonly base: string;
  readonly pinned: readonly string[];
}

/**
 * Checks the release's provenance: it must be valid for in-toto, and it must name every file of the release and every
 * input of the build.
 */
export async function checkStatement(
  workshop: Workshop,
  files: string,
  { revision, base, pinned }: Expected,
): Promise<string[]> {
  const path = join(files, 'provenance.intoto.json');
  const { code, stderr } = await workshop.attempt(await buildStatementCheck(workshop), [path]);
  const faults = code === 0 ? [] : [`provenance: ${stderr.slice(-300)}`];
  const { subject, predicate } = JSON.parse(readFileSync(path, 'utf8')) as Statement;
  const said = new Set(subject.map(({ digest }) => digest.sha256));
  const handedOut = readdirSync(files).filter((name) => !/^(provenance|notes|images)/.test(name));
  for (const name of handedOut)
    if (
      !said.has(
        createHash('sha256')
          .update(readFileSync(join(files, name)))
          .digest('hex'),
      )
    )
      faults.push(`provenance: ${name} is missing.`);
  for (const image of pinned)
    if (!said.has(image.replace(/^.*@sha256:/, ''))) faults.push(`provenance: ${image} is missing.`);
  const listed = readFileSync(join(files, 'images.sha256'), 'utf8').trim().split('\n').sort();
  if (
    listed.join() !==
    pinned
      .map((image) => image.split('@sha256:').reverse().join('  '))
      .sort()
      .join()
  )
    faults.push(`images.sha256 lists ${listed.join(', ')}.`);
  const digests = predicate.buildDefinition.resolvedDependencies.flatMap(({ digest }) =>
    Object.values(digest),
  );
  for (const origin of [revision, base.replace(/^.*@sha256:/, '')])
    if (!digests.includes(origin)) faults.push(`provenance: the source is not ${origin}.`);
  return faults;
}
