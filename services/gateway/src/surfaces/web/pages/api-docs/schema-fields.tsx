import { type Column, Table } from '../../view/table';
import type { Schema } from './api-document';
import { SchemaType } from './schema-type';

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const COLUMNS: readonly Column<Field>[] = [
  { heading: 'Field', cell: ({ name }) => <code>{name}</code> },
  { heading: 'Type', cell: ({ schema }) => <SchemaType schema={schema} /> },
  { heading: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
  { heading: 'Meaning', kind: 'text', cell: ({ schema }) => schema.description ?? '' },
];

/** The members of an object, those of objects inside it by their path; anything else by its type. */
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
