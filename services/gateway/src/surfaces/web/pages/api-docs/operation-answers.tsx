import { type Column, Table } from '../../view/table';
import type { ListedOperation, Schema } from './api-document';
import { Prose } from './prose';
import { SchemaType } from './schema-fields';

interface Props extends ListedOperation {
  /** The shape that a reference names. */
  resolve(schema: Schema): Schema;
}

interface AnswerRow {
  readonly status: string;
  readonly description: string;
  /** What stands under `result`; a failure has none, and all failures look alike. */
  readonly result: Schema | undefined;
  readonly headers: readonly string[];
}

/** Those of every answer stand in the guide. */
const EVERYWHERE = new Set(['X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'ETag', 'Idempotent-Replayed']);

const STATUS: Column<AnswerRow> = { heading: 'Status', cell: ({ status }) => status };
const MEANING: Column<AnswerRow> = {
  heading: 'Meaning',
  kind: 'text',
  cell: ({ description }) => <Prose>{description}</Prose>,
};
const RESULT: Column<AnswerRow> = {
  heading: 'Result',
  cell: ({ result }) => (result ? <SchemaType schema={result} /> : '–'),
};
const HEADERS: Column<AnswerRow> = {
  heading: 'Headers',
  kind: 'text',
  cell: ({ headers }) => headers.join(', ') || '–',
};

/** How an operation answers: its successes, and on demand how it may fail. */
export const OperationAnswers = ({ method, path, operation, resolve }: Props) => {
  const rows = Object.entries(operation.responses).map(
    ([status, { description, content, headers = {} }]) => ({
      status,
      description,
      headers: Object.keys(headers).filter((name) => !EVERYWHERE.has(name)),
      result: resolve(content['application/json'].schema).properties?.result,
    }),
  );
  const isSuccess = ({ status }: AnswerRow) => status.startsWith('2');
  return (
    <>
      <h3>Answers</h3>
      <Table
        caption={`Answers of ${method} ${path}`}
        columns={[STATUS, MEANING, RESULT]}
        rows={rows.filter(isSuccess)}
      />
      <details>
        <summary>How it may fail</summary>
        <Table
          caption={`Failures of ${method} ${path}`}
          columns={[STATUS, MEANING, HEADERS]}
          rows={rows.filter((row) => !isSuccess(row))}
        />
      </details>
    </>
  );
};
