import { createOpenApiDocument } from '../../../rest/openapi/create-open-api-document';
import { restRoutes } from '../../../rest/routes';
import { Card } from '../../view/card';
import { PageHead } from '../../view/page-head';
import { page } from '../../visits/answer';
import { publicPage, type Route } from '../../visits/route';
import type { WebDependencies } from '../../web-dependencies';
import type { ApiDocument, Operation } from './api-document';
import { OperationCard } from './operation-card';
import { SchemaFields } from './schema-fields';

const TITLE = 'REST API';

/** `/public/docs`: the published document as a page. @see decisions, "REST endpoints" */
export function apiDocsPage({
  baseUrl,
  serviceName,
}: Pick<WebDependencies, 'baseUrl' | 'serviceName'>): Route {
  const document = createOpenApiDocument(restRoutes, { baseUrl, serviceName }) as unknown as ApiDocument;
  return publicPage('/public/docs', () => page(TITLE, <ApiDocs document={document} />));
}

const ApiDocs = ({ document }: { document: ApiDocument }) => {
  const operations = operationsOf(document);
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
          <OperationCard key={each.operation.operationId} {...each} />
        ))}
        {Object.entries(document.components.schemas).map(([name, schema]) => (
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

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

const operationsOf = ({ paths }: ApiDocument): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
