import type { Middleware } from 'koa';
import { keptDocument } from '../../../http/kept-document';
import { createOpenApiDocument } from '../../../rest/openapi/create-open-api-document';
import { restRoutes } from '../../../rest/routes';
import { pagePolicy, renderPage } from '../../routing/send-answer';
import { Card, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import type { ApiDocument, Operation, Schema } from './api-document';
import { dereferenced } from './dereferenced';
import { OperationCard } from './operation-card';
import { SchemaFields } from './schema-fields';

const TITLE = 'REST API';

/**
 * `/public/docs`: the published document as a page, the same for everybody whoever is signed in, so that it is made once.
 * @see decisions, "REST endpoints"
 */
export function apiDocsPage(service: Pick<WebDependencies, 'baseUrl' | 'serviceName'>): Middleware {
  const make = () => {
    const document = dereferenced(createOpenApiDocument(restRoutes, service));
    const frame = { path: '/public/docs', csrf: '', member: undefined };
    return renderPage({ title: TITLE, body: <ApiDocs document={document} /> }, frame);
  };
  return keptDocument(make, {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': pagePolicy() },
  });
}

const ApiDocs = ({ document }: { document: ApiDocument }) => {
  const operations = operationsOf(document);
  const resolve = (schema: Schema) => (schema.$ref && document.components.schemas[nameOf(schema)]) || schema;
  return (
    <>
      <PageHead
        title={TITLE}
        lead={
          <>
            {document.info.description} The same as a document for programs:{' '}
            <a href="/public/openapi.json">openapi.json</a>.
          </>
        }
      />
      <div class="stack">
        <Card title="Operations">
          {document.tags.map(({ name }) => (
            <nav key={name} aria-label={name}>
              <h3>{name}</h3>
              <ul>
                {operations
                  .filter(({ operation }) => operation.tags.includes(name))
                  .map(({ method, path, operation }) => (
                    <li key={operation.operationId}>
                      <a href={`#${operation.operationId}`}>
                        {method} {path}
                      </a>
                    </li>
                  ))}
              </ul>
            </nav>
          ))}
        </Card>
        {operations.map((each) => (
          <OperationCard key={each.operation.operationId} {...each} resolve={resolve} />
        ))}
        {shapesOf(document).map(([name, schema]) => (
          <div key={name} id={`schema-${name}`}>
            <Card title={name} lead={schema.description}>
              <SchemaFields schema={schema} caption={`Fields of ${name}`} />
            </Card>
          </div>
        ))}
      </div>
    </>
  );
};

/** Everything with a name but whole answers, which stand under their operation. */
function shapesOf({ components, paths }: ApiDocument) {
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .map(({ content }) => nameOf(content['application/json'].schema))
    .filter((name) => name !== 'Problem');
  return Object.entries(components.schemas).filter(([name]) => !answers.includes(name));
}

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1) ?? '';

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

const operationsOf = ({ paths }: ApiDocument): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
