import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export interface SourceFile {
  /** Path from the repository's root. */
  readonly path: string;
  /** Files of this repository, as paths from the root. */
  readonly imports: readonly string[];
  /** Imported files of which only types are used. */
  readonly typeOnly: ReadonlySet<string>;
  /** npm packages and node: modules, as written. */
  readonly outside: readonly string[];
}

const IMPORT =
  /^(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
const TYPE_ONLY = /^(?:import|export)\s+type\b/;

/**
 * Returns every source file in the given folders, with the files that it imports, including those of which it uses only
 * types.
 */
export function readImportGraph(root: string, folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    walk(join(root, folder)).map((file) => {
      const imports: string[] = [];
      const outside: string[] = [];
      const atRunTime = new Set<string>();
      for (const match of readFileSync(file, 'utf8').matchAll(IMPORT)) {
        const specifier = (match[1] ?? match[2] ?? match[3]) as string;
        const inside = locate(root, file, specifier);
        const isType = TYPE_ONLY.test(match[0]);
        if (inside) {
          imports.push(relative(root, inside));
          if (!isType) atRunTime.add(relative(root, inside));
        } else if (!isType) outside.push(specifier);
      }
      const typeOnly = new Set(imports.filter((path) => !atRunTime.has(path)));
      return { path: relative(root, file), imports, typeOnly, outside };
    }),
  );
}

function walk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : walk(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function locate(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return withExtension(resolve(dirname(from), specifier));
  const workspace = /^@parcelyard\/([^/]+)\/(.+)$/.exec(specifier);
  if (!workspace) return undefined;
  const [, name, file] = workspace as unknown as [string, string, string];
  if (name === 'contracts') return join(root, `packages/contracts/src/parcelyard/${file}/v1/${file}.ts`);
  for (const kind of ['packages', 'services']) {
    const found = withExtension(join(root, kind, name, 'src', file));
    if (found) return found;
  }
  throw new Error(`${relative(root, from)} imports ${specifier}, which no workspace holds.`);
}

function withExtension(path: string): string | undefined {
  return [path, `${path}.ts`, `${path}.tsx`].find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
  );
}
