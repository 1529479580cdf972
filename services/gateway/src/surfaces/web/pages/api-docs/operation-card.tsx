import { Card } from '../../view/blocks';
import { type Column, Table } from '../../view/table';
import type { Operation, Parameter, Schema } from './api-document';
import { SchemaFields, SchemaType } from './schema-fields';

interface Props {
  method: string;
  path: string;
  operation: Operation;
  /** The shape that a reference names. */
  resolve(schema: Schema): Schema;
}

interface Answer {
  readonly status: string;
  readonly description: string;
  /** What stands under `result`; a refusal has none, and all refusals look alike. */
  readonly result: Schema | undefined;
}

const PARAMETERS: readonly Column<Parameter>[] = [
  { heading: 'Parameter', cell: ({ name }) => <code>{name}</code> },
  { heading: 'In', cell: ({ in: place }) => place },
  { heading: 'Type', cell: ({ schema }) => <SchemaType schema={schema} /> },
  { heading: 'Meaning', kind: 'text', cell: ({ description }) => description ?? '' },
];

const ANSWERS: readonly Column<Answer>[] = [
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Meaning', kind: 'text', cell: ({ description }) => description },
  { heading: 'Result', cell: ({ result }) => (result ? <SchemaType schema={result} /> : '–') },
];

/** One operation: what it needs, what it takes and how it answers. */
export const OperationCard = ({ method, path, operation, resolve }: Props) => (
  <div id={operation.operationId}>
    <Card title={`${method} ${path}`} lead={operation.summary}>
      {operation.description && <p>{operation.description}</p>}
      <p>{accessOf(operation)}</p>
      {operation.parameters.length > 0 && (
        <Table caption={`Parameters of ${method} ${path}`} columns={PARAMETERS} rows={operation.parameters} />
      )}
      {operation.requestBody && (
        <>
          <h3>Body</h3>
          <SchemaFields
            schema={resolve(operation.requestBody.content['application/json'].schema)}
            caption={`Body of ${method} ${path}`}
          />
        </>
      )}
      <h3>Answers</h3>
      <Table
        caption={`Answers of ${method} ${path}`}
        columns={ANSWERS}
        rows={Object.entries(operation.responses).map(([status, { description, content }]) => ({
          status,
          description,
          result: resolve(content['application/json'].schema).properties?.result,
        }))}
      />
    </Card>
  </div>
);

function accessOf({ security: [first] }: Operation): string {
  if (!first) return 'Needs no token.';
  return 'partnerKey' in first
    ? 'Needs a partner key in the header X-Partner-Key.'
    : 'Needs the access token in the header Authorization: Bearer <ACCESS_TOKEN>.';
}
