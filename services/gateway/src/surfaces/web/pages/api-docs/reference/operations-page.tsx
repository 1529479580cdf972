import { TAGS } from '../../../../rest/openapi/tags';
import { restRoutes } from '../../../../rest/routes';
import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';
import { Prose } from '../prose';
import { REFERENCE_PATH } from './reference-path';

/** The tag of webhook events has no operations, because events are sent; the guide describes them. */
const GROUPS = Object.entries(TAGS)
  .map(([name, description]) => ({
    name,
    description,
    routes: restRoutes.filter(({ tag }) => tag === name),
  }))
  .filter(({ routes }) => routes.length > 0);

/** The operations by area; each leads to its place in the renderer. */
export const REFERENCE: GuidePage = {
  path: REFERENCE_PATH,
  title: 'Reference',
  short: 'Reference',
  description:
    'Every operation of the API, with its fields, failures, samples in many languages, and a place to try it.',
  body: (
    <div class="stack">
      <p>
        Open one to read its fields and failures, copy a sample in your language, or send it with your own
        key. A search over all of it is on every page behind these links.
      </p>
      {GROUPS.map(({ name, description, routes }) => (
        <Card key={name} title={name} lead={description}>
          <ul class="operations">
            {routes.map(({ operationId, method, path, summary }) => (
              <li key={operationId} id={operationId}>
                <a href={`${REFERENCE_PATH}/${operationId}`}>
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
