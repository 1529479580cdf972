import type { RestRoute } from '../route';
import { clientSample } from './client-sample';
import { json } from './media-type';
import { parametersOf } from './parameters';
import { responsesOf } from './responses';
import type { Schemas } from './schemas';

const SECURITY = {
  bearer: [{ bearerAuth: [] }],
  'partner key': [{ partnerKey: [] }],
  none: [],
} as const;

export function describeOperation(route: RestRoute, schemas: Schemas) {
  const { operationId, tag, summary, description, access, body, example } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: SECURITY[access],
    parameters: parametersOf(route, schemas),
    ...(body && { requestBody: { required: true, content: json(schemas.of(body, 'input'), example?.body) } }),
    responses: responsesOf(route, schemas),
    ...(example && {
      'x-codeSamples': [{ lang: 'TypeScript', label: 'Our client', source: clientSample(route) }],
    }),
  };
}
