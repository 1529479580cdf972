import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { PackedPackage } from './packed-packages';

interface Contents {
  readonly service: string;
  readonly version: string;
  /** The base image, with its digest if known. */
  readonly base: string;
  readonly packages: readonly PackedPackage[];
  /** The commit's time, so that the same commit gives the same file. */
  readonly timestamp: Date;
}

/**
 * Returns the content of an image, as CycloneDX 1.6: the service, its npm packages with hashes and licences, and its
 * base.
 */
export function billOfMaterials({ service, version, base, packages, timestamp }: Contents): string {
  const bom = new Models.Bom();
  const image = new Models.Component(Enums.ComponentType.Container, `parcelyard-${service}`, {
    version,
    bomRef: `parcelyard-${service}`,
    licenses: new Models.LicenseRepository([new Models.LicenseExpression('Apache-2.0')]),
  });
  bom.metadata.timestamp = timestamp;
  bom.metadata.component = image;
  const components = [baseOf(base), ...packages.map(componentOf)];
  for (const component of components) {
    bom.components.add(component);
    image.dependencies.add(component.bomRef);
  }
  const format = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(format).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Parses `node:24`, `node@sha256:…` or `registry.example:5000/node:24@sha256:…`. */
function baseOf(reference: string) {
  const path = reference.split('/');
  const [name = '', ...version] = (path.pop() ?? '').split(/[:@]/);
  return new Models.Component(Enums.ComponentType.Container, [...path, name].join('/'), {
    version: version.join(':'),
    bomRef: reference,
  });
}

function componentOf({ name, version, license, integrity }: PackedPackage) {
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return new Models.Component(Enums.ComponentType.Library, own, {
    group,
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository([licenseOf(license)]),
    hashes: new Models.HashDictionary(hashesOf(integrity)),
  });
}

const licenseOf = (license: string) =>
  /^[\w.()+-]+( (AND|OR|WITH) [\w.()+-]+)*$/.test(license)
    ? new Models.LicenseExpression(license)
    : new Models.NamedLicense(license);

function hashesOf(integrity = ''): [Enums.HashAlgorithm, string][] {
  const base64 = /\bsha512-(\S+)/.exec(integrity)?.[1];
  return base64 ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(base64, 'base64').toString('hex')]] : [];
}
