export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export type RestClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<RestAnswer>;

/** Returns a function that sends requests to `/public` as an integration does. */
export const createRestClient =
  (baseUrl: string, accessToken?: string): RestClient =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };

let invoices = 0;

/** Returns the body for an order, with a new invoice number. */
export function anOrderBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  invoices += 1;
  return {
    invoiceNumber: `INV-${process.pid}-${invoices}`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    address1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10118',
    country: 'US',
    items: [{ itemCode: 'ENGINE-1', quantity: 2, price: 20.05 }],
    ...changes,
  };
}
