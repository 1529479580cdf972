import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { PickupsDefinition } from '@parcelyard/contracts/pickups';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Egress } from '@parcelyard/egress/create-egress';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Registry } from 'prom-client';
import { createGatewayApp, type GatewayApp } from '../../src/app';
import type { GatewaySettings } from '../../src/config';
import { fakeAuth, TOKENS } from './fake-auth';
import { type Call, fakeService } from './fake-service';

const running: GatewayApp[] = [];
// Stops all servers, also when a test has failed.
afterAll(() => Promise.all(running.splice(0).map((app) => app.stop())));

export const BASE_URL = 'https://ship.example';
export const PARTNER_KEY = 'partner-key-of-the-tests';

type OAuthSetting =
  | 'OAUTH_METADATA_HOSTS'
  | 'OAUTH_HOSTED_CLIENT_ID'
  | 'OAUTH_HOSTED_CLIENT_NAME'
  | 'OAUTH_HOSTED_REDIRECT_URIS';

export interface Options {
  auth?: Partial<RpcHandlers<typeof AuthDefinition>>;
  orders?: Partial<RpcHandlers<typeof OrdersDefinition>>;
  shipping?: Partial<RpcHandlers<typeof ShippingDefinition>>;
  pickups?: Partial<RpcHandlers<typeof PickupsDefinition>>;
  customers?: Partial<RpcHandlers<typeof CustomersDefinition>>;
  billing?: Partial<RpcHandlers<typeof BillingDefinition>>;
  baseUrl?: string;
  allowedOrigins?: string[];
  mcpApps?: 'on' | 'off';
  trustProxyHops?: number;
  /** Settings for apps that sign in. */
  oauth?: Partial<Pick<GatewaySettings, OAuthSetting>>;
  requestStateKeys?: KeyRing;
  maxInFlight?: number;
  maxInFlightConnection?: number;
  callMs?: number;
  clock?: FakeClock;
  egress?: Egress;
  logger?: Logger;
  registry?: Registry;
}

export interface TestGateway {
  readonly app: GatewayApp;
  readonly url: string;
  /** Calls to auth. `calls` has the calls to all other services. */
  readonly authCalls: Call[];
  readonly calls: Call[];
}

/** Starts the real gateway on a free port. The test defines the services. */
export async function startGateway(options: Options = {}): Promise<TestGateway> {
  const authCalls: Call[] = [];
  const calls: Call[] = [];
  const app = createGatewayApp({
    config: {
      HTTP_LISTEN: '127.0.0.1:0',
      BASE_URL: options.baseUrl ?? BASE_URL,
      SERVICE_NAME: 'Ship.com',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: 1,
      ALLOWED_ORIGINS: options.allowedOrigins ?? [],
      TRUST_PROXY_HOPS: options.trustProxyHops ?? 0,
      DRAIN_IDLE_MS: 0,
      MAX_IN_FLIGHT: options.maxInFlight ?? 512,
      MAX_IN_FLIGHT_CONNECTION: options.maxInFlightConnection ?? 32,
      EGRESS_ALLOW: [],
      OAUTH_METADATA_HOSTS: ['assistant.example'],
      OAUTH_HOSTED_CLIENT_NAME: 'Claude',
      OAUTH_HOSTED_REDIRECT_URIS: [],
      ...options.oauth,
      PARTNER_KEYS: [PARTNER_KEY],
      REQUEST_STATE_KEYS: options.requestStateKeys,
      MCP_APPS: options.mcpApps ?? 'on',
    },
    clients: {
      auth: createLocalClient(
        AuthDefinition,
        fakeService(AuthDefinition, { ...fakeAuth, ...options.auth }, authCalls),
      ),
      orders: createLocalClient(OrdersDefinition, fakeService(OrdersDefinition, options.orders ?? {}, calls)),
      shipping: createLocalClient(
        ShippingDefinition,
        fakeService(ShippingDefinition, options.shipping ?? {}, calls),
      ),
      pickups: createLocalClient(
        PickupsDefinition,
        fakeService(PickupsDefinition, options.pickups ?? {}, calls),
      ),
      customers: createLocalClient(
        CustomersDefinition,
        fakeService(CustomersDefinition, options.customers ?? {}, calls),
      ),
      billing: createLocalClient(
        BillingDefinition,
        fakeService(
          BillingDefinition,
          { countWaitingApprovals: async () => ({ count: 0 }), ...options.billing },
          calls,
        ),
      ),
    },
    logger: options.logger ?? silentLogger,
    clock: options.clock ?? new FakeClock(),
    ...(options.callMs !== undefined && { callMs: options.callMs }),
    ...(options.registry && { registry: options.registry }),
    ...(options.egress && { egress: options.egress }),
  });
  const { url } = await app.listen();
  running.push(app);
  return { app, url, authCalls, calls };
}

/** Sends one POST to the endpoint, as a simple program does. */
export function post(
  gateway: TestGateway,
  body: unknown,
  headers: Record<string, string | undefined> = {},
): Promise<Response> {
  const all = {
    'content-type': 'application/json',
    authorization: `Bearer ${TOKENS.access}`,
    ...headers,
  };
  return fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown> | undefined;
}

/** Calls a tool and returns its result. Fails when the call did not reach a tool. */
export async function callTool(
  gateway: TestGateway,
  name: string,
  args?: unknown,
  token: string = TOKENS.access,
): Promise<ToolAnswer> {
  const response = await post(
    gateway,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    { authorization: `Bearer ${token}` },
  );
  const body = (await response.json()) as {
    result?: {
      isError: boolean;
      content: { type: string; text: string }[];
      structuredContent?: Record<string, unknown>;
    };
  };
  if (!body.result) throw new Error(`HTTP ${response.status}: ${JSON.stringify(body)}`);
  return {
    isError: body.result.isError,
    text: body.result.content.map(({ text }) => text).join(),
    data: body.result.structuredContent,
  };
}
