import { encodeRequest } from './load';
import type { Asked } from './mcp-entrant';
import type { Entrant } from './measure-in-turn';

export interface RestCase {
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Returns the body of a request. `unique` differs in every request. */
  body?(unique: string): object;
}

export const CREATE_ORDER: RestCase = {
  title: 'POST /public/order',
  method: 'POST',
  path: '/public/order',
  body: (unique) => ({
    invoiceNumber: unique,
    firstName: 'Bench',
    lastName: 'Mark',
    email: 'bench@example.com',
    address1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10118',
    country: 'US',
    items: [{ itemCode: 'W-1', quantity: 2, price: 19.99 }],
  }),
};

export const REST_CASES: readonly RestCase[] = [
  CREATE_ORDER,
  { title: 'GET /public/orders', method: 'GET', path: '/public/orders' },
  {
    title: 'POST /public/rate',
    method: 'POST',
    path: '/public/rate',
    body: () => ({
      FromAddress: { Zip: '78701', Country: 'US' },
      ToAddress: { Zip: '10118', Country: 'US' },
      BoxInformation: { Weight: 12, Length: 8, Width: 6, Height: 4, PackageType: 'Box' },
    }),
  },
];

/**
 * Every measurement sends fewer requests than this, so no request is sent twice. A second order with the same number
 * would be refused.
 */
const REQUESTS = 40_000;

/** Returns a server that is called over REST. Throws when the server refuses a call. */
export async function restEntrant(
  { server, url: mcpUrl, roots, fixture }: Asked,
  test: RestCase,
): Promise<Entrant> {
  const { origin: baseUrl } = new URL(mcpUrl);
  const url = `${baseUrl}${test.path}`;
  const headersOf = (token: string) => ({
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  });
  const bodyOf = (unique: string) => (test.body ? JSON.stringify(test.body(unique)) : '');
  const tokenOf = (number: number) => fixture.tokens[number % fixture.tokens.length] as string;
  const requests = (load: number, count = REQUESTS) =>
    Array.from({ length: count }, (_, number) =>
      encodeRequest(test.method, url, headersOf(tokenOf(number)), bodyOf(`B${load}-${number}`)),
    );
  const body = bodyOf('first');
  const headers = headersOf(tokenOf(0));
  const response = await fetch(url, { method: test.method, headers, ...(body && { body }) });
  if (!response.ok)
    throw new Error(`${test.title} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return { server, title: test.title, url, roots, requests };
}
