import { TOKENS } from './fake-auth';
import type { TestGateway } from './start-gateway';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Sends one request to the REST API, as a script does. By default the request has the account's token. */
export async function rest(
  gateway: TestGateway,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string | undefined> = {},
): Promise<RestAnswer> {
  const all = {
    authorization: `Bearer ${TOKENS.access}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}
