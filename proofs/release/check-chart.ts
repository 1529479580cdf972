import { join } from 'node:path';
import type { Workshop } from '../workshop';

interface Released {
  readonly chart: string;
  readonly registry: string;
  readonly version: string;
  readonly pinned: ReadonlyMap<string, string>;
}

/** Checks the chart through the registry, as `helm install oci://…` gets it. */
export async function checkChart(
  workshop: Workshop,
  helm: string,
  { chart, registry, version, pinned }: Released,
): Promise<string[]> {
  const address = `oci://${registry}/charts`;
  await workshop.run(helm, ['push', chart, address, '--plain-http']);
  const values = ['--values', join(process.cwd(), 'charts/parcelyard/values-production.yaml')];
  const from = [`${address}/parcelyard`, '--version', version, '--plain-http', '--kube-version', '1.32.0'];
  const rendered = await workshop.run(helm, ['template', 'parcelyard', ...from, ...values]);
  const used = new Set(
    [...rendered.matchAll(/^\s*(?:- )?image: "?([^\s"]+)"?$/gm)].map(([, image = '']) => image),
  );
  const faults = [...pinned.values()]
    .filter((image) => !used.has(image))
    .map((image) => `The chart uses no ${image}.`);
  const others = [...used].filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
  return [...faults, ...others.map((image) => `The chart uses ${image}, which has no digest.`)];
}
