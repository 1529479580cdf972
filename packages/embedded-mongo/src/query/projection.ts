import type { Document } from 'bson';
import { isDocument, numberOf, setField } from '../bson-values';
import { EngineError } from '../engine-error';

interface Tree {
  [key: string]: Tree | true;
}

/**
 * Compiles a projection that includes dotted paths, or a projection that excludes whole fields. Returns undefined for
 * an empty spec. Throws when the spec mixes the two, and for computed fields.
 */
export function compileProjection(spec: Document): ((document: Document) => Document) | undefined {
  const paths = Object.keys(spec);
  if (paths.length === 0) return undefined;
  const flags = new Map(paths.map((path) => [path, flagOf(path, spec[path])]));
  const others = paths.filter((path) => path !== '_id').map((path) => flags.get(path));
  if (others.includes(true) && others.includes(false))
    throw new EngineError(
      others[0] ? 'Location31254' : 'Location31253',
      'Cannot do exclusion and inclusion in one projection',
    );
  if (!(others[0] ?? flags.get('_id'))) return exclude(paths.filter((path) => !flags.get(path)));
  const tree: Tree = {};
  if (flags.get('_id') !== false) tree._id = true;
  for (const path of paths) if (path !== '_id') addPath(tree, path.split('.'), path);
  return (document) => selectFields(document, tree) as Document;
}

function flagOf(path: string, value: unknown): boolean {
  const flag = typeof value === 'boolean' ? Number(value) : numberOf(value);
  if (flag === undefined)
    throw new EngineError('Location31325', `this engine projects no expressions: '${path}'`);
  const parts = path.split('.');
  if (parts.some((part) => part.startsWith('$') || part === '') || (flag === 0 && parts.length > 1))
    throw new EngineError('BadValue', `this engine does not support the projection of '${path}'`);
  return flag !== 0;
}

function exclude(names: string[]): (document: Document) => Document {
  return (document) => {
    const kept = { ...document };
    for (const name of names) delete kept[name];
    return kept;
  };
}

function addPath(tree: Tree, [key, ...rest]: string[], path: string): void {
  const branch = Object.hasOwn(tree, key!) ? tree[key!] : undefined;
  if (branch === true || (branch && rest.length === 0))
    throw new EngineError('Location31249', `Path collision at ${path}`);
  if (rest.length === 0) tree[key!] = true;
  else {
    const next = branch ?? {};
    tree[key!] = next;
    addPath(next, rest, path);
  }
}

function selectFields(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value))
    return value.filter((one) => isDocument(one) || Array.isArray(one)).map((one) => selectFields(one, tree));
  if (!isDocument(value)) return undefined;
  const result: Document = {};
  for (const key of Object.keys(value)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : undefined;
    if (branch === undefined) continue;
    const inner = branch === true ? value[key] : selectFields(value[key], branch);
    if (inner !== undefined) setField(result, key, inner);
  }
  return result;
}
