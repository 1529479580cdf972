import type { Middleware } from 'koa';
import { keptDocument } from '../../../http/kept-document';
import { createOpenApiDocument } from '../../../rest/openapi/create-open-api-document';
import { restRoutes } from '../../../rest/routes';
import { pagePolicy, renderPage } from '../../routing/send-answer';
import { Card, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import type { ApiDocument, ListedOperation, Schema } from './api-document';
import { ChangelogSection } from './changelog-section';
import { dereferenced } from './dereferenced';
import { Guide } from './guide/guide';
import { LanguageChoice } from './language-choice';
import { OperationCard } from './operation-card';
import { OperationList } from './operation-list';
import { SchemaFields } from './schema-fields';
import { LabelWalk } from './walk/label-walk';

const TITLE = 'REST API';

/**
 * `/public/docs`: the published document as a page. It is the same for everybody, so it is made once.
 * @see [REST-D3]
 */
export function apiDocsPage(service: Pick<WebDependencies, 'baseUrl' | 'serviceName'>): Middleware {
  const make = () => {
    const document = dereferenced(createOpenApiDocument(restRoutes, service));
    const frame = { path: '/public/docs', csrf: '', member: undefined };
    return renderPage(
      { title: TITLE, body: <ApiDocs document={document} baseUrl={service.baseUrl} /> },
      frame,
    );
  };
  return keptDocument(make, {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': pagePolicy() },
  });
}

const ApiDocs = ({ document, baseUrl }: { document: ApiDocument; baseUrl: string }) => {
  const operations = operationsOf(document);
  const resolve = (schema: Schema) => (schema.$ref && document.components.schemas[nameOf(schema)]) || schema;
  return (
    <div class="docs">
      <PageHead
        title={TITLE}
        lead={
          <>
            Customers, orders, rates, labels, pickups and webhooks of one shipping account. Amounts are US
            dollars, weights ounces, lengths inches, times UTC. The same as a document for programs:{' '}
            <a href="/public/openapi.json">openapi.json</a>.
          </>
        }
      />
      <LanguageChoice />
      <div class="stack">
        <OperationList tags={document.tags} operations={operations} />
        <LabelWalk baseUrl={baseUrl} />
        <Guide />
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
        <ChangelogSection />
      </div>
    </div>
  );
};

/** Every named schema except whole answers, which the operations show, and codes, which the guide shows. */
function shapesOf({ components, paths }: ApiDocument) {
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .map(({ content }) => nameOf(content['application/json'].schema))
    .filter((name) => name !== 'Problem');
  return Object.entries(components.schemas).filter(([name]) => ![...answers, 'ErrorCode'].includes(name));
}

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1) ?? '';

const operationsOf = ({ paths }: ApiDocument): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
