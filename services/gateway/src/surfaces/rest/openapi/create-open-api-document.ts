import type { RestRoute } from '../route';
import { describeOperation } from './describe-operation';
import { createSchemas } from './schemas';
import { TAGS } from './tags';

interface Service {
  readonly baseUrl: string;
  readonly serviceName: string;
}

/** What the product is called in the version of the document; the API itself has no version. */
const VERSION = '1.0.0';

/**
 * The API as OpenAPI 3.1, generated from the very schemas that check requests.
 * @see decisions, "REST endpoints whose paths are not shown"
 */
export function createOpenApiDocument(routes: readonly RestRoute[], { baseUrl, serviceName }: Service) {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = describeOperation(route, schemas);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName} REST API`,
      version: VERSION,
      description:
        'Customers, orders, rates and labels of one shipping account. Answers are {"success": true, "result": …} or {"success": false, "error": "…"}; unknown fields of a request are ignored. Amounts are US dollars, weights ounces, lengths inches.',
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of the account, the same as for /mcp.',
        },
        partnerKey: { type: 'apiKey', in: 'header', name: 'X-Partner-Key' },
      },
      schemas: schemas.components(),
    },
  };
}
