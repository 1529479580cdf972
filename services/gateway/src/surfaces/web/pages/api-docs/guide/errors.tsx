import { REST_CODES } from '../../../../rest/rest-codes';
import { Card, Snippet } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';
import { Prose } from '../prose';

const REFUSAL = `{
  "success": false,
  "code": "invalid_input",
  "error": "zip must have five digits.",
  "fields": [{ "field": "zip", "message": "zip must have five digits." }]
}`;

const CODES = Object.entries(REST_CODES).map(([code, { status, means }]) => ({ code, status, means }));

export const ERRORS: GuidePage = {
  path: '/public/docs/errors',
  title: 'Errors',
  short: 'Errors',
  description:
    'What a failure looks like, and every code that a program may meet, each at an address of its own.',
  body: (
    <div class="stack">
      <Card>
        <p>
          A success is <code>{'{"success": true, "result": …}'}</code>. A failure has another HTTP status and
          says what went wrong: <code>code</code> for programs, <code>error</code> as a sentence for people,
          and <code>fields</code> with every problem by its path where the input is to blame.
        </p>
        <Snippet label="A failure">{REFUSAL}</Snippet>
        <p>
          Decide by <code>code</code>: the list is closed, and the status follows from it. A record of another
          account answers exactly like one that does not exist. Which codes an operation may answer stands in
          the <a href="/public/docs/reference">reference</a>.
        </p>
      </Card>
      <Card title="Codes">
        <dl class="codes">
          {CODES.map(({ code, status, means }) => (
            <div key={code} id={code}>
              <dt>
                <a href={`#${code}`}>
                  <code>{code}</code>
                </a>
                <span class="muted">{status}</span>
              </dt>
              <dd>
                <Prose>{means}</Prose>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  ),
};
