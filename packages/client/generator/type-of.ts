import { referenceOf, type Schema } from './open-api';

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

export function typeOf(schema: Schema): string {
  const reference = referenceOf(schema);
  if (reference) return reference;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  return (
    [schema.type ?? []]
      .flat()
      .map((type) => typeNamed(type, schema))
      .join(' | ') || 'unknown'
  );
}

function typeNamed(type: string, schema: Schema): string {
  if (type === 'array') return `Array<${typeOf(schema.items ?? {})}>`;
  if (type !== 'object') return TYPES[type] ?? 'unknown';
  if (schema.properties) return `{\n${membersOf(schema)}}`;
  const { additionalProperties: others } = schema;
  return `Record<string, ${typeof others === 'object' ? typeOf(others) : 'unknown'}>`;
}

/** Returns one line for each member of an object. The member's description is above the line. */
export function membersOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      // With `| undefined`, callers may pass a value that is possibly undefined. An undefined member is left out of the
      // request.
      const isOptional = !required.includes(name);
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return `${comment(schema.description)}${key}${isOptional ? '?' : ''}: ${typeOf(schema)}${isOptional ? ' | undefined' : ''};\n`;
    })
    .join('');
}

export const comment = (...paragraphs: readonly (string | undefined)[]): string => {
  const lines = paragraphs
    .filter((paragraph) => paragraph !== undefined)
    .join('\n\n')
    .replaceAll('*/', '* /')
    .split('\n');
  if (lines.join('') === '') return '';
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
};
