import { egressAllow } from '@parcelyard/egress/allow-list';
import {
  channelSecurityVariables,
  list,
  serviceVariables,
  tracingVariables,
} from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { isWebAddress } from './values/web-address';

/** Environment variables of the gateway's surfaces. */
export const gatewaySettings = {
  /** `host:port` on which the HTTP server listens. With port 0 it uses a free port. */
  HTTP_LISTEN: z.string().default('127.0.0.1:8080'),
  /** Public URL of the gateway. Every link that the gateway returns begins with it. */
  BASE_URL: serviceVariables.BASE_URL,
  /** The product's name in instructions for clients. The services use the same name in their messages. */
  SERVICE_NAME: serviceVariables.SERVICE_NAME,
  OTEL_TRACES_SAMPLER: tracingVariables.OTEL_TRACES_SAMPLER,
  OTEL_TRACES_SAMPLER_ARG: tracingVariables.OTEL_TRACES_SAMPLER_ARG,
  /** Origins of further browser clients, such as `https://app.example`. The gateway's own origin is always allowed. */
  ALLOWED_ORIGINS: list(),
  /** Keys with which partners create accounts over REST. Without a key, partners cannot create accounts. */
  PARTNER_KEYS: list(),
  /**
   * Hosts whose apps may sign in with a metadata document (OAuth). A host is written with its port if the port is not
   * 443.
   */
  OAUTH_METADATA_HOSTS: list('claude.ai,claude.com'),
  /**
   * The OAuth client id of one app that does not have to register. Without this setting, every app must register or
   * have a metadata document.
   */
  OAUTH_HOSTED_CLIENT_ID: z.string().optional(),
  /** The name of the app with the id OAUTH_HOSTED_CLIENT_ID. The consent page shows this name. */
  OAUTH_HOSTED_CLIENT_NAME: z.string().default('Claude'),
  /** The redirect addresses of the app with the id OAUTH_HOSTED_CLIENT_ID, separated by commas. */
  OAUTH_HOSTED_REDIRECT_URIS: list().refine((uris) => uris.every(isWebAddress), {
    error: 'must be http or https URLs without a fragment',
  }),
  /**
   * Keys that encrypt the state which MCP clients send back while a purchase waits for the owner's approval. All
   * gateways must have the same keys. Without keys, clients are not asked to open the approval's page. A purchase that
   * needs an approval is then refused, and the refusal contains the page's address.
   */
  REQUEST_STATE_KEYS: keyRing().optional(),
  /** Whether MCP clients that declare MCP Apps get views. With `off`, no client gets views. */
  MCP_APPS: z.enum(['on', 'off']).default('on'),
  /** Private `host:port` pairs to which requests may be sent, for local tests. */
  EGRESS_ALLOW: egressAllow(),
  /**
   * How many requests may be in progress. A request above the limit gets 503 with `Retry-After: 1`, and for a second
   * nothing more is read from its connection. For five seconds after such a refusal, a second, lower limit applies: of
   * the requests in progress, at most a quarter of MAX_IN_FLIGHT may have begun in the last 250 ms.
   */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(512),
  /** Maximum requests in progress on one connection. Further requests on the connection get 503. */
  MAX_IN_FLIGHT_CONNECTION: z.coerce.number().int().min(1).default(32),
  /** How many milliseconds a stopping gateway waits for another request on open connections. */
  DRAIN_IDLE_MS: z.coerce.number().int().min(0).max(10_000).default(3_000),
  /** How many proxies are in front of the gateway. Only their `X-Forwarded-*` headers are trusted. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
} as const;

/** `host:port` of each service behind the gateway. */
const serviceAddresses = {
  AUTH_ADDRESS: z.string().min(1),
  ORDERS_ADDRESS: z.string().min(1),
  SHIPPING_ADDRESS: z.string().min(1),
  PICKUPS_ADDRESS: z.string().min(1),
  CUSTOMERS_EMAIL_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
} as const;

export const gatewayVariables = {
  ...gatewaySettings,
  ...serviceAddresses,
  ...channelSecurityVariables,
  ...tracingVariables,
  ADMIN_LISTEN: serviceVariables.ADMIN_LISTEN,
  LOG_LEVEL: serviceVariables.LOG_LEVEL,
} as const;

export type GatewaySettings = Readonly<z.infer<z.ZodObject<typeof gatewaySettings>>>;
