import type { ApiDocument } from './api-document';

const SHARED = ['parameters', 'responses'];

/**
 * Replaces references to shared parameters and responses by their content; schemas stay references. Answers without a
 * body (304 of every read) are left out.
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
