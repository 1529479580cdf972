import { parseAllDocuments } from 'yaml';

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
}

/** Returns the content of a rendered chart's ConfigMaps, by component. */
export function configMaps(manifests: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const objects = parseAllDocuments(manifests, { version: '1.1' }).map(
    (document) => document.toJS() as Rendered | null,
  );
  return new Map(
    objects
      .filter((object) => object?.kind === 'ConfigMap')
      .map((object) => [object?.metadata.labels?.['app.kubernetes.io/component'] ?? '', object?.data ?? {}]),
  );
}
