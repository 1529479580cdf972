import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { PickupsDefinition } from '@parcelyard/contracts/pickups';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { createGatewayClients } from '@parcelyard/gateway/clients/gateway-clients';
import { createOAuthSurface } from '@parcelyard/gateway/surfaces/oauth/surface';
import { webRoutes } from '@parcelyard/gateway/surfaces/web/routes';
import type { OwnerPageRequest } from '@parcelyard/gateway/surfaces/web/routing/page-request';
import type { Route } from '@parcelyard/gateway/surfaces/web/routing/route';
import type { RpcClient, ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';

/** An address of the web application, and the names of the query and form fields that its page reads. */
export interface WebInput {
  readonly method: Route['method'];
  readonly path: string;
  readonly access: Route['access'];
  readonly query: readonly string[];
  readonly form: readonly string[];
}

/**
 * Returns, for each route, the names that the route reads from query and form. To find the names, each route is run and
 * its reads are recorded.
 */
export async function webInputs(): Promise<WebInput[]> {
  const inputs: WebInput[] = [];
  for (const route of routes()) {
    const query = new Set<string>();
    const form = new Set<string>();
    // A page may read some names only if another name has a certain value. So the page is run with each of these values
    // for all names.
    for (const answer of [null, '', '1', 'x', 'confirm']) {
      for (let round = 0; round < 3; round += 1)
        await runWith(route, noting(query, answer), noting(form, answer));
    }
    const { method, path, access } = route;
    inputs.push({ method, path, access, query: [...query].sort(), form: [...form].sort() });
  }
  return inputs;
}

/** Returns parameters that record the names of all reads. All names have the same value. */
function noting(names: Set<string>, answer: string | null): URLSearchParams {
  const note = (name: string) => {
    names.add(name);
    return answer;
  };
  return Object.assign(new URLSearchParams(), {
    get: note,
    has: (name: string) => note(name) !== null,
    getAll: (name: string) => [note(name)].filter((value) => value !== null),
  });
}

async function runWith(route: Route, query: URLSearchParams, form: URLSearchParams): Promise<void> {
  const owner = {
    accountId: 7,
    email: 'ada@example.com',
    name: 'Ada',
    company: '',
    since: new Date(0),
    timeZone: 'America/Chicago',
    addressVerified: true,
  };
  const request: OwnerPageRequest = {
    path: route.path,
    query,
    form,
    params: EVERY_PARAMETER,
    requestId: 'r',
    ip: '192.0.2.1',
    owner,
    caller: { accountId: 7, requestId: 'r' },
    sessionToken: 's',
    csrf: () => '',
  };
  try {
    await route.run(request);
  } catch {
    // The page cannot be shown without data, but the names that it has read until then are recorded.
  }
}

const EVERY_PARAMETER = new Proxy({}, { get: () => '1' });

function routes(): readonly Route[] {
  const channels = {
    auth: empty(AuthDefinition),
    orders: empty(OrdersDefinition),
    shipping: empty(ShippingDefinition),
    pickups: empty(PickupsDefinition),
    customers: empty(CustomersDefinition),
    billing: empty(BillingDefinition),
  };
  const clock = new FakeClock();
  const common = { clock, logger: silentLogger, baseUrl: 'http://127.0.0.1', serviceName: 'Parcelyard' };
  const clients = createGatewayClients(channels, { ...common, onRefusal: () => undefined });
  const oauth = createOAuthSurface({
    ...common,
    clients,
    egress: { request: () => Promise.reject(new Error('Nobody is asked.')) },
    config: {
      SERVICE_NAME: 'Parcelyard',
      OAUTH_METADATA_HOSTS: [],
      OAUTH_HOSTED_CLIENT_ID: '1',
      OAUTH_HOSTED_CLIENT_NAME: 'Claude',
      OAUTH_HOSTED_REDIRECT_URIS: ['http://127.0.0.1/back'],
    },
  } as never);
  return [...webRoutes({ ...common, clients }), ...oauth.routes];
}

/** Returns a service that answers every call with an empty message. */
function empty<S extends ServiceDefinition>({ methods }: S): RpcClient<S> {
  const answers = Object.entries(methods).map(([key, { responseType }]) => [
    key,
    async () => responseType.decode(new Uint8Array()),
  ]);
  return Object.fromEntries(answers) as RpcClient<S>;
}
