import type { z } from 'zod';
import { type RestRoute, takesKey } from '../route';
import type { Schemas } from './schemas';

export const parametersOf = (route: RestRoute, schemas: Schemas) => [
  ...parameters('path', route.params, route.example?.params ?? {}, schemas),
  ...parameters('query', route.query, route.example?.query ?? {}, schemas),
  ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
];

const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/Idempotency-Key' };

export const parameterComponents = () => ({
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'For 24 hours, a repeated request with the same key gets the answer to the first request. Answers that may change are not stored: 400, 402, 429, 5xx, 409 `conflict_retry`, and 403 because of the plan, a limit or an approval. After such an answer, a repeated request is carried out. The same key with another request is refused with 409.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
    },
  },
});

function parameters(
  place: 'path' | 'query',
  shape: z.ZodObject | undefined,
  examples: Readonly<Record<string, unknown>>,
  schemas: Schemas,
) {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemas.of(shape, 'input') as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
    ...(name in examples && { example: examples[name] }),
  }));
}
