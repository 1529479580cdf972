import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

export interface RegularExpression {
  /** The source text: `/a+/g`, or the call that builds a pattern at run time. */
  readonly text: string;
  /** Undefined for a pattern built at run time. */
  readonly literal?: { readonly pattern: string; readonly flags: string };
  /** The first file that contains the expression, relative to the searched folder. */
  readonly file: string;
}

const PRODUCT = /^(?:packages|services)\/[^/]+\/src\/.+\.tsx?$/;
/** Excludes generated code, and code that never handles requests. */
const OTHERS = /node_modules|^packages\/(?:contracts|testing|deployment)\//;

/**
 * Returns every regular expression that a parser finds in the product's sources: literals, `RegExp(…)` and `$regex`.
 */
export function findRegularExpressions(folder: string): RegularExpression[] {
  const found = new Map<string, RegularExpression>();
  for (const file of productFiles(folder)) {
    for (const one of expressionsOf(readFileSync(join(folder, file), 'utf8'), file)) {
      if (!found.has(one.text)) found.set(one.text, one);
    }
  }
  return [...found.values()];
}

const productFiles = (folder: string): string[] =>
  ['packages', 'services']
    .flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((file) => `${part}/${file}`),
    )
    .filter((file) => PRODUCT.test(file) && !OTHERS.test(file))
    .sort();

interface Node {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [member: string]: unknown;
}

function expressionsOf(source: string, file: string): RegularExpression[] {
  const found: RegularExpression[] = [];
  const bytes = Buffer.from(source.trimEnd(), 'utf8');
  const module = parseSync(source.trimEnd(), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'es2023',
  });
  // swc counts positions in bytes from 1, across all files that this process has parsed.
  const start = module.span.end - bytes.length;
  const cut = (first: Node, last = first) =>
    bytes.subarray((first.span?.start ?? 0) - start, (last.span?.end ?? 0) - start).toString('utf8');
  visit(module, (node) => {
    if (node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as { pattern: string; flags: string };
      found.push({ text: `/${pattern}/${flags}`, literal: { pattern, flags }, file });
    } else if (isRegExpCall(node)) found.push({ text: `${file}: ${cut(node)}`, file });
    else if (isQuery(node)) {
      const { key, id, value, init } = node as Record<string, Node>;
      found.push({ text: `${file}: ${cut((key ?? id) as Node, value ?? init)}`, file });
    }
  });
  return found;
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, look);
  else if (typeof value === 'object' && value !== null) {
    look(value as Node);
    for (const member of Object.values(value)) visit(member, look);
  }
}

const isRegExpCall = ({ type, callee }: Node) =>
  (type === 'NewExpression' || type === 'CallExpression') && (callee as Node).value === 'RegExp';

/** True for `$regex: …` in a query, and for a declaration `const $regex = …` that a query uses later. */
const isQuery = ({ type, key, id }: Node) =>
  (type === 'KeyValueProperty' && (key as Node).value === '$regex') ||
  (type === 'VariableDeclarator' && (id as Node).value === '$regex');
