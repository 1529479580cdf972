import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';
import { Prose } from '../prose';
import { OPERATION_GROUPS } from './operation-groups';
import { operationPath, REFERENCE_PATH, SEARCH_PATH } from './reference-path';

/** The operations by area, with links to their pages. */
export const REFERENCE: GuidePage = {
  path: REFERENCE_PATH,
  title: 'Reference',
  short: 'Reference',
  description:
    'Every operation of the API, with its fields, errors, samples in many languages, and a form to try it.',
  body: (
    <div class="stack">
      <p>
        Open an operation to read its fields and errors, copy a sample, or try it with your key. You can also{' '}
        <a href={SEARCH_PATH}>search all of it</a>.
      </p>
      {OPERATION_GROUPS.map(({ name, description, routes }) => (
        <Card key={name} title={name} lead={description}>
          <ul class="operations">
            {routes.map(({ operationId, method, path, summary }) => (
              <li key={operationId} id={operationId}>
                <a href={operationPath(operationId)}>
                  <Prose>{summary}</Prose>
                </a>
                <span class="operation">
                  <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  ),
};
