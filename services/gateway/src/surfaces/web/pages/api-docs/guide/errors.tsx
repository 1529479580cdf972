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
  description: 'The format of an error, and all error codes, each with its own link.',
  body: (
    <div class="stack">
      <Card>
        <p>
          A success is <code>{'{"success": true, "result": …}'}</code>. A failure has another HTTP status and
          three members: <code>code</code> for programs, <code>error</code> as a sentence for people, and, for
          invalid input, <code>fields</code> with each wrong field and its message.
        </p>
        <Snippet label="A failure">{REFUSAL}</Snippet>
        <p>
          Let programs decide by <code>code</code>. No other codes exist, and each code has one status. For a
          record of another account, you get the same response as for a record that does not exist. The{' '}
          <a href="/public/docs/reference">reference</a> lists the codes of each operation.
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
