import { Card } from '../../view/blocks';
import { type Column, Table } from '../../view/table';
import type { ListedOperation, Operation, Parameter, Schema } from './api-document';
import { OperationAnswers } from './operation-answers';
import { OperationExample } from './operation-example';
import { Prose } from './prose';
import { SchemaFields, SchemaType } from './schema-fields';

interface Props extends ListedOperation {
  /** Resolves a reference to its schema. */
  resolve(schema: Schema): Schema;
}

const PARAMETERS: readonly Column<Parameter>[] = [
  { heading: 'Parameter', cell: ({ name }) => <code>{name}</code> },
  { heading: 'In', cell: ({ in: place }) => <span class="nowrap">{place}</span> },
  { heading: 'Type', cell: ({ schema }) => <SchemaType schema={schema} /> },
  { heading: 'Meaning', kind: 'text', cell: ({ description }) => <Prose>{description ?? ''}</Prose> },
];

/** The guide explains it once for all writes. */
const KEY = 'Idempotency-Key';

/** One operation: access, parameters, body and answers. */
export const OperationCard = ({ method, path, operation, resolve }: Props) => {
  const parameters = operation.parameters.filter(({ name }) => name !== KEY);
  return (
    <div id={operation.operationId}>
      <Card title={`${method} ${path}`} lead={operation.summary}>
        {operation.description && (
          <p>
            <Prose>{operation.description}</Prose>
          </p>
        )}
        <p>
          {accessOf(operation)}
          {parameters.length < operation.parameters.length && (
            <>
              {' '}
              Takes an <a href="#idempotency">{KEY}</a>.
            </>
          )}
        </p>
        <OperationExample method={method} path={path} operation={operation} />
        {parameters.length > 0 && (
          <Table caption={`Parameters of ${method} ${path}`} columns={PARAMETERS} rows={parameters} />
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
        <OperationAnswers method={method} path={path} operation={operation} resolve={resolve} />
      </Card>
    </div>
  );
};

function accessOf({ security: [first] }: Operation): string {
  if (!first) return 'Needs no token.';
  return 'partnerKey' in first
    ? 'Needs a partner key in the header X-Partner-Key.'
    : 'Needs the access token in the header Authorization: Bearer <ACCESS_TOKEN>.';
}
