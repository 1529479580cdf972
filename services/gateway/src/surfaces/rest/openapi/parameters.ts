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
      'Makes a repeated request answer as the first did, for 24 hours. Refusals that trying again can change (400, 402, 429, 503, a plan’s limit, a 409 that says so) are not kept: the repeated request does the work. The same key with another request is refused with 409.',
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
