import type { ApiDocument } from './api-document';

const SHARED = ['parameters', 'responses'];

/**
 * The document with its shared parameters and responses where they are named; shapes stay references. Answers without a
 * body, 304 of every read, are left out.
 */
export function dereferenced(document: {
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}): ApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === '304') return undefined;
    const [kind = '', name = ''] = String(value?.$ref).split('/').slice(-2);
    return SHARED.includes(kind) ? document.components[kind]?.[name] : value;
  });
}
