import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputSchema } from '../../src/tools/arguments/check-arguments';
import { catalogue } from '../../src/tools/catalogue';

const SOURCE = join(__dirname, '../../src');
/** The folders with the code that builds answers. Callers see the member names that this code writes. */
const SHAPERS = ['tools', 'operations'].map((folder) => join(SOURCE, folder));

/** The names that a message may use: tools, their arguments, and the members of their answers. */
export const knownNames = (): ReadonlySet<string> =>
  new Set([
    ...catalogue.map(({ name }) => name),
    ...catalogue.flatMap(({ input }) => argumentNames(inputSchema(input))),
    ...SHAPERS.flatMap(memberNames),
  ]);

/** Returns the member names and the enum values of a JSON schema. */
function argumentNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, enum: values } = schema as { properties?: object; enum?: unknown };
  return [
    ...Object.keys(properties ?? {}),
    ...(Array.isArray(values) ? values.map(String) : []),
    ...Object.values(schema).flatMap(argumentNames),
  ];
}

const memberNames = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/\b([a-z]+(?:_[a-z0-9]+)+):/g)])
    .map(([, name]) => name as string);
