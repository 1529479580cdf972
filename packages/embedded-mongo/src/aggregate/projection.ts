import type { Document } from 'bson';
import { isDocument, isOperatorDocument, numberOf, setField } from '../bson-values';
import { EngineError } from '../engine-error';
import { addFields, computedFields } from './computed-fields';

interface Tree {
  [key: string]: Tree | true;
}

/** Compiles an inclusion or an exclusion, with computed fields. Throws when the two are mixed. */
export function compileProjection(spec: Document): (document: Document) => Document {
  const included: Tree = {};
  const excluded: Tree = {};
  const computed: Document = {};
  const flat = flatten(spec);
  for (const [path, value] of flat) {
    if (path.split('.').some((part) => part.startsWith('$') || part === ''))
      throw new EngineError('BadValue', `projection of '${path}' is not supported`);
    const flag = typeof value === 'boolean' ? Number(value) : numberOf(value);
    if (flag === undefined) computed[path] = value;
    else plant(flag === 0 ? excluded : included, path.split('.'));
  }
  const idExcluded = excluded._id === true;
  const others = flat.filter(([path]) => path !== '_id');
  const [firstIncluded, firstExcluded] = [false, true].map((out) =>
    others.findIndex(([path]) => lookUp(excluded, path) === out),
  );
  if (firstIncluded! >= 0 && firstExcluded! >= 0)
    throw new EngineError(
      firstIncluded! < firstExcluded! ? 'Location31254' : 'Location31253',
      'Cannot do exclusion and inclusion in one projection',
    );
  const fields = computedFields(computed);
  if (firstIncluded! < 0 && !(included._id && others.length === 0))
    return (document) => prune(document, excluded) as Document;
  if (!idExcluded) included._id = true;
  return (document) => {
    const kept = pick(document, included) as Document;
    return fields.length > 0 ? computeInto(kept, document, fields) : kept;
  };
}

function computeInto(
  kept: Document,
  document: Document,
  fields: ReturnType<typeof computedFields>,
): Document {
  const all = addFields(document, fields);
  const result = { ...kept };
  for (const { parts } of fields) {
    const top = parts[0]!;
    const tree: Tree = {};
    plant(tree, parts);
    const own = pick(all, tree) as Document;
    if (top in own) setField(result, top, merge(result[top], own[top]));
  }
  return result;
}

function merge(a: unknown, b: unknown): unknown {
  if (!isDocument(a) || !isDocument(b)) return b;
  const result = { ...a };
  for (const key of Object.keys(b)) setField(result, key, merge(a[key], b[key]));
  return result;
}

function flatten(spec: Document, prefix = ''): [string, unknown][] {
  return Object.keys(spec).flatMap((key) => {
    const value = spec[key];
    return isDocument(value) && !isOperatorDocument(value) && Object.keys(value).length > 0
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, value] as [string, unknown]];
  });
}

function plant(tree: Tree, [key, ...rest]: string[]): void {
  if (rest.length === 0) {
    tree[key!] = true;
    return;
  }
  const next = tree[key!];
  if (next === true) return;
  const branch = next ?? {};
  tree[key!] = branch;
  plant(branch, rest);
}

function lookUp(tree: Tree, path: string): boolean {
  let node: Tree | true | undefined = tree;
  for (const part of path.split('.')) {
    if (node === true || node === undefined) break;
    node = node[part];
  }
  return node === true;
}

function pick(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value))
    return value.filter((one) => isDocument(one) || Array.isArray(one)).map((one) => pick(one, tree));
  if (!isDocument(value)) return undefined;
  const result: Document = {};
  for (const key of Object.keys(value)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : undefined;
    if (branch === undefined) continue;
    const inner = branch === true ? value[key] : pick(value[key], branch);
    if (inner !== undefined) setField(result, key, inner);
  }
  return result;
}

function prune(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((one) => prune(one, tree));
  if (!isDocument(value)) return value;
  const result: Document = {};
  for (const key of Object.keys(value)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : undefined;
    if (branch === true) continue;
    setField(result, key, branch ? prune(value[key], branch) : value[key]);
  }
  return result;
}
