import { restRoutes } from '../../../rest/routes';
import { Card } from '../../view/blocks';
import { type Column, Table } from '../../view/table';
import type { ListedOperation, Operation, Parameter, Schema } from './api-document';
import { CodeBlock, CodeInLanguages } from './code-block';
import { Prose } from './prose';
import { SchemaFields, SchemaType } from './schema-fields';
import { snippetsOf } from './snippets/snippets-of';

interface Props extends ListedOperation {
  /** The shape that a reference names. */
  resolve(schema: Schema): Schema;
}

interface AnswerRow {
  readonly status: string;
  readonly description: string;
  /** What stands under `result`; a refusal has none, and all refusals look alike. */
  readonly result: Schema | undefined;
  readonly headers: readonly string[];
}

const PARAMETERS: readonly Column<Parameter>[] = [
  { heading: 'Parameter', cell: ({ name }) => <code>{name}</code> },
  { heading: 'In', cell: ({ in: place }) => place },
  { heading: 'Type', cell: ({ schema }) => <SchemaType schema={schema} /> },
  { heading: 'Meaning', kind: 'text', cell: ({ description }) => <Prose>{description ?? ''}</Prose> },
];

const ANSWERS: readonly Column<AnswerRow>[] = [
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Meaning', kind: 'text', cell: ({ description }) => <Prose>{description}</Prose> },
  { heading: 'Result', cell: ({ result }) => (result ? <SchemaType schema={result} /> : '–') },
  { heading: 'Headers', kind: 'text', cell: ({ headers }) => headers.join(', ') },
];

/** Those of every answer stand in the guide. */
const EVERYWHERE = new Set(['X-Request-Id', 'RateLimit-Policy', 'RateLimit']);

/** One operation: what it needs, what it takes and how it answers. */
export const OperationCard = ({ method, path, operation, resolve }: Props) => (
  <div id={operation.operationId}>
    <Card title={`${method} ${path}`} lead={operation.summary}>
      {operation.description && (
        <p>
          <Prose>{operation.description}</Prose>
        </p>
      )}
      <p>{accessOf(operation)}</p>
      <Example {...{ method, path, operation }} />
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
        rows={Object.entries(operation.responses).map(([status, { description, content, headers = {} }]) => ({
          status,
          description,
          headers: Object.keys(headers).filter((name) => !EVERYWHERE.has(name)),
          result: resolve(content['application/json'].schema).properties?.result,
        }))}
      />
    </Card>
  </div>
);

const Example = ({ method, path, operation: { operationId, summary, responses } }: ListedOperation) => {
  const route = restRoutes.find((each) => each.operationId === operationId);
  const [answer] = Object.values(responses).map(({ content }) => content['application/json'].example);
  return (
    route?.example && (
      <>
        <CodeInLanguages name={operationId} label={summary} code={snippetsOf(route)} />
        {answer !== undefined && (
          <details>
            <summary>Its answer</summary>
            <CodeBlock id={`${operationId}-answer`} label={`Answer of ${method} ${path}`}>
              {JSON.stringify(answer, null, 2)}
            </CodeBlock>
          </details>
        )}
      </>
    )
  );
};

function accessOf({ security: [first] }: Operation): string {
  if (!first) return 'Needs no token.';
  return 'partnerKey' in first
    ? 'Needs a partner key in the header X-Partner-Key.'
    : 'Needs the access token in the header Authorization: Bearer <ACCESS_TOKEN>.';
}
