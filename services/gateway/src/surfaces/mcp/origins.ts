import type { HeaderList } from '../http/security-headers';
import { NO_HEADERS } from './reply';

/** Which web pages may send requests to `/mcp`, and the CORS headers for these pages. */
export interface Origins {
  /** @param origin the header Origin, which only browsers send */
  isAllowed(origin: string | undefined): boolean;
  headers(origin: string | undefined): HeaderList;
  preflightHeaders(origin: string | undefined): HeaderList;
}

const ALLOWED_HEADERS = 'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name';

/** The gateway's own pages are always allowed. */
export function createOrigins(baseUrl: string, allowed: readonly string[]): Origins {
  const known = new Set([new URL(baseUrl).origin, ...allowed.map((origin) => origin.replace(/\/$/, ''))]);
  const headers = (origin: string | undefined): HeaderList =>
    origin === undefined
      ? NO_HEADERS
      : [
          ...['access-control-allow-origin', origin, 'vary', 'Origin'],
          ...['access-control-expose-headers', 'WWW-Authenticate, Retry-After'],
        ];
  return {
    isAllowed: (origin) => origin === undefined || known.has(origin),
    headers,
    preflightHeaders: (origin) => [
      ...headers(origin),
      ...['allow', 'POST', 'access-control-allow-methods', 'POST'],
      ...['access-control-allow-headers', ALLOWED_HEADERS],
      ...['access-control-max-age', '600'],
    ],
  };
}
