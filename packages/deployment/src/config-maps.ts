import { parseAllDocuments } from 'yaml';

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * Returns the content of a rendered chart's ConfigMaps, by component.
 * @throws Error when there is none, for example because Helm failed
 */
export function configMaps(manifests: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const objects = parseAllDocuments(manifests, { version: '1.1' }).map(
    (document) => document.toJS() as Rendered | null,
  );
  const maps = objects.filter((object) => object?.kind === 'ConfigMap');
  if (maps.length === 0) throw new Error('The input has no ConfigMap. It must be a rendered chart.');
  return new Map(
    maps.map((map) => [map?.metadata.labels?.['app.kubernetes.io/component'] ?? '', map?.data ?? {}]),
  );
}
