import type { ComponentChildren } from 'preact';
import { type Column, Table } from '../../view/table';
import type { Schema } from './api-document';
import { Prose } from './prose';

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const COLUMNS: readonly Column<Field>[] = [
  { heading: 'Field', cell: ({ name }) => <code>{name}</code> },
  { heading: 'Type', cell: ({ schema }) => <SchemaType schema={schema} /> },
  { heading: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
  { heading: 'Meaning', kind: 'text', cell: ({ schema }) => <Prose>{meaningOf(schema)}</Prose> },
];

/** The members of an object, nested ones by their path; for other schemas the type. */
export const SchemaFields = ({ schema, caption }: { schema: Schema; caption: string }) =>
  schema.properties ? (
    <Table caption={caption} columns={COLUMNS} rows={fieldsOf(schema, '')} />
  ) : (
    <p>
      <SchemaType schema={schema} />
    </p>
  );

function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const field = { name: path, schema, required: required.includes(name) };
    const inner = schema.items ?? schema;
    return inner.properties ? [field, ...fieldsOf(inner, schema.items ? `${path}[].` : `${path}.`)] : [field];
  });
}

/** The description of a nullable value is inside `anyOf`. */
const meaningOf = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((each) => each.description)?.description ?? '';

/** The type of a value in a few words; named schemas link to their own card. */
export function SchemaType({ schema }: { schema: Schema }): ComponentChildren {
  const { $ref, anyOf, items, type, enum: choices } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1) as string;
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (choices) return `one of ${choices.join(', ')}`;
  if (anyOf) return anyOf.map((each, index) => [index > 0 ? ' or ' : '', <SchemaType schema={each} />]);
  if (items) return ['list of ', <SchemaType schema={items} />, boundsOf(schema)];
  const kinds = [type ?? 'anything'].flat();
  return `${kinds.join(' or ')}${boundsOf(schema)}`;
}

function boundsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, maxItems } = schema;
  const bounds = [
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
  ];
  return bounds.length === 0 ? '' : `, ${bounds.join(', ')}`;
}
