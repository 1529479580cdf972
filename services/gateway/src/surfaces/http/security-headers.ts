/** Headers as Node's `writeHead` takes them: name, value, name, value, … */
export type HeaderList = readonly string[];

export const headersByName = (list: HeaderList): Record<string, string> =>
  Object.fromEntries(
    list.flatMap((name, place) => (place % 2 === 0 ? [[name, list[place + 1] as string] as const] : [])),
  );

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The Content-Security-Policy of files: only what a browser needs to show a PDF or an image. */
export const FILE_POLICY =
  "default-src 'none'; img-src 'self'; object-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Returns the headers of every response. Caches must not store responses, because they may contain account data. */
export function securityHeaders(baseUrl: string, contentSecurityPolicy = NOTHING): HeaderList {
  return [
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
    'cross-origin-opener-policy',
    'same-origin',
    'content-security-policy',
    contentSecurityPolicy,
    ...(baseUrl.startsWith('https:')
      ? ['strict-transport-security', 'max-age=31536000; includeSubDomains']
      : []),
  ];
}
