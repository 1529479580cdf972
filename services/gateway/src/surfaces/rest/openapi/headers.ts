/** Headers of answers. The document describes each of them once. */
const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in our log: tell it when you ask us about one.',
    required: true,
    schema: { type: 'string' },
    example: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6',
  },
  'RateLimit-Policy': {
    description: 'Under an access token: how many requests (`q`) a window of so many seconds (`w`) takes.',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description:
      'Under an access token: how many requests are left (`r`), and seconds until the window ends (`t`).',
    schema: { type: 'string' },
    example: '"default";r=598;t=42',
  },
  'Retry-After': {
    description: 'Seconds after which the request may be repeated.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 5,
  },
  ETag: {
    description:
      'Names this content: sent back as `If-None-Match`, it is answered 304 while nothing changed.',
    schema: { type: 'string' },
    example: 'W/"n4bQgYhMfWWaL-qgxVrQFa"',
  },
  'Cache-Control': {
    description: '`no-store` for what belongs to an account, `public, no-cache` for documents.',
    required: true,
    schema: { type: 'string' },
    example: 'no-store',
  },
  'Idempotent-Replayed': {
    description:
      'Of a write: `true` where the answer is the kept one of the first request with this Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'How to ask: `Bearer`, with `error="invalid_token"` where one came.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

export const headerComponents = (): Record<string, unknown> => structuredClone(HEADERS);

export const headersOf = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const COMMON_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'Cache-Control'];

/** Headers of every answer to a request with a token. */
export const LIMIT_HEADERS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];
