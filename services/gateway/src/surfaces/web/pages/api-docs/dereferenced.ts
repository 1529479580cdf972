import type { ApiDocument } from './api-document';

const SHARED = ['parameters', 'responses'];

/** The document with its shared parameters and responses where they are named; shapes stay references. */
export function dereferenced(document: {
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}): ApiDocument {
  return JSON.parse(JSON.stringify(document), (_key, value) => {
    const [kind = '', name = ''] = String(value?.$ref).split('/').slice(-2);
    return SHARED.includes(kind) ? document.components[kind]?.[name] : value;
  });
}
