import type { RestRoute } from '../route';
import { describeOperation } from './describe-operation';
import { headerComponents } from './headers';
import { infoOf, SECURITY_SCHEMES } from './info';
import { parameterComponents } from './parameters';
import { responseComponents } from './responses';
import { createSchemas } from './schemas';
import { TAGS } from './tags';
import { webhooksOf } from './webhooks';

interface Service {
  readonly baseUrl: string;
  readonly serviceName: string;
}

/**
 * Creates the OpenAPI 3.1 document from the same schemas that check requests.
 * @see [REST-D1]
 */
export function createOpenApiDocument(routes: readonly RestRoute[], service: Service) {
  const { baseUrl, serviceName } = service;
  const schemas = createSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = describeOperation(route, schemas);
    paths[route.path] = operations;
  }
  const responses = responseComponents(routes, schemas);
  return {
    openapi: '3.1.0',
    info: infoOf(service),
    externalDocs: {
      url: `${baseUrl}/public/docs`,
      description: 'The guide: the first label, errors, retries and webhooks, and a page for each operation.',
    },
    servers: [{ url: baseUrl, description: serviceName }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: parameterComponents(),
      headers: headerComponents(),
      responses,
      schemas: schemas.components(),
    },
  };
}
