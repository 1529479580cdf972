import type { ApiDocument } from './api-document';

/** The document with its shared parameters and responses where they are named; shapes stay references. */
export function dereferenced(document: {
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}): ApiDocument {
  return JSON.parse(JSON.stringify(document), (_key, value) => {
    const [, kind, name] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(value?.$ref ?? '') ?? [];
    return kind && name ? document.components[kind]?.[name] : value;
  });
}
