/** Headers of answers. The document describes each of them once. */
const HEADERS = {
  'X-Request-Id': {
    description: 'Identifies the request in our log. Give this id when you ask us about a request.',
    required: true,
    schema: { type: 'string' },
    example: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6',
  },
  'RateLimit-Policy': {
    description:
      'For requests with an access token: how many requests (`q`) are allowed in a window of `w` seconds.',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description:
      'For requests with an access token: how many requests are left in this window (`r`), and after how many seconds it ends (`t`).',
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
      'Identifies this content. Send it as `If-None-Match` to get 304 while the content is unchanged.',
    schema: { type: 'string' },
    example: 'W/"n4bQgYhMfWWaL-qgxVrQFa"',
  },
  'Cache-Control': {
    description: '`no-store` for account data, `public, no-cache` for documents.',
    required: true,
    schema: { type: 'string' },
    example: 'no-store',
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored answer to the first request with this Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': {
    description:
      'The authentication scheme `Bearer`, with `error="invalid_token"` if the request had a token.',
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
