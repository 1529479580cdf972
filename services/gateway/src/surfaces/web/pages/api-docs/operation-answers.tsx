import { type Column, Table } from '../../view/table';
import type { ListedOperation, Schema } from './api-document';
import { Prose } from './prose';
import { SchemaType } from './schema-fields';

interface Props extends ListedOperation {
  /** Resolves a reference to its schema. */
  resolve(schema: Schema): Schema;
}

interface AnswerRow {
  readonly status: string;
  readonly description: string;
  /** The schema of `result`; failures have none, because all failures look alike. */
  readonly result: Schema | undefined;
  readonly headers: readonly string[];
}

/** Headers of every answer; the guide describes them. */
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

/** The answers of an operation: its successes, and its failures on demand. */
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
