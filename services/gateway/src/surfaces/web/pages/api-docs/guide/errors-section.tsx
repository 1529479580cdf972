import { REST_CODES } from '../../../../rest/rest-codes';
import { Snippet } from '../../../view/blocks';
import { Table } from '../../../view/table';
import { Prose } from '../prose';
import { Section } from './section';

const REFUSAL = `{
  "success": false,
  "code": "invalid_input",
  "error": "zip must have five digits.",
  "fields": [{ "field": "zip", "message": "zip must have five digits." }]
}`;

const CODES = Object.entries(REST_CODES).map(([code, { status, means }]) => ({ code, status, means }));

export const ErrorsSection = () => (
  <Section id="errors" title="Errors">
    <p>
      A success is <code>{'{"success": true, "result": …}'}</code>. A failure has another HTTP status and says
      what went wrong: <code>code</code> for programs, <code>error</code> as a sentence for people, and{' '}
      <code>fields</code> with every problem by its path where the input is to blame.
    </p>
    <Snippet label="A failure">{REFUSAL}</Snippet>
    <p>
      Decide by <code>code</code>: the list is closed, and the status follows from it. A record of another
      account answers exactly like one that does not exist.
    </p>
    <div id="schema-ErrorCode">
      <Table
        caption="Codes of failures"
        columns={[
          { heading: 'Code', cell: ({ code }) => <code>{code}</code> },
          { heading: 'Status', cell: ({ status }) => String(status) },
          { heading: 'Meaning', kind: 'text', cell: ({ means }) => <Prose>{means}</Prose> },
        ]}
        rows={CODES}
      />
    </div>
  </Section>
);
