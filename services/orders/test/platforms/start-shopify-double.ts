import type { ShopifyOrderFixture } from './a-shopify-order';
import { createAppDouble } from './shopify-app-double';
import { createFulfillmentDouble } from './shopify-fulfillment-double';
import { type Resolver, readQuery, select } from './shopify-graphql';
import { type Answer, type Call, startStoreDouble } from './start-store-double';

export const SHOPIFY_TOKEN = 'shpat_of_these_tests';
export const CLIENT = { clientId: 'client-of-these-tests', clientSecret: 'secret-of-these-tests' };

export const THROTTLED = {
  body: {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: 882,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 832, restoreRate: 100 },
      },
    },
  },
};

export const ACCESS_DENIED = {
  body: {
    errors: [
      {
        message: 'Access denied for orders field.',
        extensions: { code: 'ACCESS_DENIED', requiredAccess: '`read_orders` access scope.' },
        path: ['orders'],
      },
    ],
    data: null,
  },
};

/**
 * Starts a shop's Admin API over HTTP, only for orders. Its answers have the fields of Shopify's Admin schema (in
 * @shopify/dev-mcp), and the check `shopify-schemas` in `proofs` compares every answer with this schema. The texts of
 * refusals are from shopify.dev.
 */
export async function startShopifyDouble() {
  const orders = new Map<string, ShopifyOrderFixture>();
  const tokens = new Set([SHOPIFY_TOKEN]);
  let granted = 0;
  const shipping = createFulfillmentDouble(orders);
  const app = createAppDouble(tokens);

  const graphql = ({ headers, body }: Call): Answer => {
    if (!tokens.has(String(headers['x-shopify-access-token']))) {
      const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
      return { status: 401, body: { errors } };
    }
    const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
    try {
      return {
        body: {
          data: select(
            readQuery(query),
            { ...root(orders, shipping.of), ...shipping.mutations, ...app.fields },
            variables,
          ),
        },
      };
    } catch (error) {
      const problem = { message: (error as Error).message, extensions: { code: 'undefinedField' } };
      return { body: { errors: [problem] } };
    }
  };
  const grant = ({ body }: Call): Answer => {
    const form = new URLSearchParams(body);
    const ofApp = app.token(form);
    if (ofApp) return ofApp;
    const known =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === CLIENT.clientId &&
      form.get('client_secret') === CLIENT.clientSecret;
    if (!known) return { status: 400, body: { error: 'application_cannot_be_found' } };
    granted += 1;
    const token = `shpat_granted_${granted}`;
    tokens.add(token);
    return { body: { access_token: token, scope: 'read_orders', expires_in: 86_399 } };
  };

  const consent = ({ url, headers: { host = '' } }: Call): Answer => {
    const back = `${url.searchParams.get('redirect_uri')}?${app.allow(host, url.href)}`;
    return { status: 302, headers: { location: back }, body: {} };
  };

  const server = await startStoreDouble((call) => {
    const route = `${call.method} ${call.url.pathname}`;
    if (route === 'POST /admin/api/2026-07/graphql.json') return graphql(call);
    if (route === 'POST /admin/oauth/access_token') return grant(call);
    // On Shopify's page the merchant agrees to the app. Here this happens at once.
    if (route === 'GET /admin/oauth/authorize') return consent(call);
    return { status: 404, body: { errors: 'Not Found' } };
  });
  return {
    ...server,
    orders,
    shipping,
    app,
    put: (...some: ShopifyOrderFixture[]) => {
      for (const order of some) orders.set(order.id, order);
    },
    /** Removes the shop's orders, as if another store were connected. */
    forget: () => orders.clear(),
    revokeTokens: () => tokens.clear(),
  };
}

const root = (
  orders: ReadonlyMap<string, ShopifyOrderFixture>,
  shippingOf: ReturnType<typeof createFulfillmentDouble>['of'],
) => ({
  orders: ((argument) => {
    const [from = '', to = ''] = [
      ...String(argument('query') ?? '').matchAll(/updated_at:[<>]='([^']*)'/g),
    ].map(([, time]) => time as string);
    const inWindow = [...orders.values()].filter(
      ({ updatedAt }) => (!from || at(updatedAt) >= at(from)) && (!to || at(updatedAt) <= at(to)),
    );
    const sorted = inWindow.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const answered = sorted.map((order) => ({ ...order, lineItems: linesOf(order) }));
    return connection(answered, placeOf as (order: object) => string, argument);
  }) satisfies Resolver,
  order: ((argument) => {
    const order = orders.get(String(argument('id')));
    return order ? { ...order, ...shippingOf(order), lineItems: linesOf(order) } : null;
  }) satisfies Resolver,
});

const at = (time: string) => new Date(time).getTime();
/**
 * Returns a cursor with a time and an id. A position in the list would not work as a cursor, because a changed order
 * moves other orders to other pages.
 */
const placeOf = ({ updatedAt, id }: Pick<ShopifyOrderFixture, 'updatedAt' | 'id'>) =>
  `${new Date(updatedAt).toISOString()} ${id}`;

const linesOf = ({ lineItems }: ShopifyOrderFixture): Resolver => {
  const numbered = lineItems.map((line, index) => ({ ...line, place: String(index).padStart(4, '0') }));
  return (argument) => connection(numbered, (line) => (line as { place: string }).place, argument);
};

function connection<T extends object>(
  all: readonly T[],
  place: (one: T) => string,
  argument: (name: string) => unknown,
) {
  const after = argument('after');
  const behind = after ? all.filter((one) => place(one) > String(after)) : all;
  const nodes = behind.slice(0, Number(argument('first')));
  const last = nodes.at(-1);
  return {
    nodes,
    pageInfo: { hasNextPage: nodes.length < behind.length, endCursor: last ? place(last) : null },
  };
}
