import type { ComponentChildren } from 'preact';
import { clientSample } from '../../../../rest/openapi/client-sample';
import { parameterComponents, parametersOf } from '../../../../rest/openapi/parameters';
import { refusalsOf } from '../../../../rest/openapi/responses';
import { createSchemas } from '../../../../rest/openapi/schemas';
import { curlSample, pythonSample } from '../../../../rest/openapi/terminal-samples';
import type { RestRoute } from '../../../../rest/route';
import { Card, Snippet } from '../../../view/blocks';
import { ButtonLink } from '../../../view/forms';
import { CodeInLanguages } from '../code-block';
import type { GuidePage } from '../guide-page';
import { LanguageChoice } from '../language-choice';
import { WALK_LANGUAGES } from '../languages';
import { Prose } from '../prose';
import { FieldList } from './field-list';
import { type Field, readFields, type Schema } from './read-fields';
import { operationPath, tryPath } from './reference-path';

/** Returns the page of one operation with its URL, fields, failures and samples. Another page lets readers try it. */
export function operationPage(route: RestRoute): GuidePage {
  const { operationId, method, path, summary, description } = route;
  const words = `${method} ${path}: ${description}`;
  return {
    path: operationPath(operationId),
    title: plain(summary),
    short: plain(summary),
    description: plain(words),
    lead: <Prose>{description}</Prose>,
    actions: <ButtonLink href={tryPath(operationId)}>Try it</ButtonLink>,
    body: <Operation route={route} />,
  };
}

const plain = (text: string) => text.replaceAll('`', '');

function Operation({ route }: { route: RestRoute }) {
  const { operationId, method, path, access, body, example, answers } = route;
  const schemas = createSchemas();
  const given = body && (schemas.of(body, 'input') as Schema);
  const [answer] = Object.values(answers);
  const answered = answer && (schemas.of(answer, 'output') as Schema);
  const components = schemas.components();
  const parameters = (parametersOf(route, schemas) as unknown as readonly Parameter[]).map(fieldOf);
  // Only fields of requests are marked as required.
  const result = answered
    ? readFields(answered, components).map((field) => ({ ...field, isRequired: false }))
    : [];
  return (
    <div class="stack">
      <Card>
        <p class="call">
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </p>
        <p class="muted">{ACCESS[access]}</p>
      </Card>
      {example && (
        <Card title="Sample">
          <LanguageChoice languages={WALK_LANGUAGES} />
          <CodeInLanguages
            name={operationId}
            label="A request"
            code={{
              curl: curlSample(route),
              typescript: clientSample(route),
              python: pythonSample(route),
            }}
          />
          <p class="muted">
            Click to select all. {VARIABLES[access]} <a href={tryPath(operationId)}>The page Try it</a> has
            samples in more languages.
          </p>
        </Card>
      )}
      {parameters.length > 0 && (
        <Card title="Parameters">
          <FieldList fields={parameters} />
        </Card>
      )}
      {given && (
        <Card title="Body">
          <FieldList fields={readFields(given, components)} />
        </Card>
      )}
      <Card title="Response">
        {example && (
          <Snippet label="The response">
            {JSON.stringify({ success: true, ...example.answer }, null, 2)}
          </Snippet>
        )}
        <details>
          <summary>Fields</summary>
          <FieldList fields={result} />
        </details>
      </Card>
      <Card title="Errors">
        <dl class="codes">
          {refusalsOf(route).map(({ status, description, codes }) => (
            <div key={status}>
              <dt>
                <span class="links">
                  {codes.map((code) => (
                    <a key={code} href={`/public/docs/errors#${code}`}>
                      <code>{code}</code>
                    </a>
                  ))}
                </span>
                <span class="muted">{status}</span>
              </dt>
              <dd>
                <Prose>{description}</Prose>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

const ACCESS: Readonly<Record<RestRoute['access'], string>> = {
  bearer: 'Needs the API key of the account: Authorization: Bearer <key>.',
  'partner key': 'For partners who create accounts: needs their key in X-Partner-Key.',
  none: 'Needs no key.',
};

/** Where readers find the shell variables of the samples. */
const VARIABLES: Readonly<Record<RestRoute['access'], ComponentChildren>> = {
  bearer: (
    <>
      <a href="/settings/api">API integration</a> shows the lines that set BASE_URL and ACCESS_TOKEN.{' '}
    </>
  ),
  'partner key': 'BASE_URL is the address of this server, PARTNER_KEY your key. ',
  none: 'BASE_URL is the address of this server. ',
};

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

const PLACES: Readonly<Record<string, string>> = { path: 'in the path', query: 'query', header: 'header' };

function fieldOf(parameter: Parameter): Field {
  const {
    name,
    in: place,
    required,
    description,
    schema,
  } = parameter.$ref ? parameterComponents()['Idempotency-Key'] : parameter;
  const [field] = readFields(
    { properties: { [name]: { ...schema, ...(description && { description }) } } },
    {},
  );
  return { ...(field as Field), kind: `${PLACES[place]}, ${field?.kind}`, isRequired: required };
}
