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

/** Variables of the gateway's surfaces. In the single-process stack the gateway gets only these. */
export const gatewaySettings = {
  /** `host:port` that the HTTP server listens on; port 0 takes a free one. */
  HTTP_LISTEN: z.string().default('127.0.0.1:8080'),
  /** Public address of the gateway; every link that it gives out begins with it. */
  BASE_URL: serviceVariables.BASE_URL,
  /** Shown in instructions. The services read the name for their own messages. */
  SERVICE_NAME: serviceVariables.SERVICE_NAME,
  OTEL_TRACES_SAMPLER: tracingVariables.OTEL_TRACES_SAMPLER,
  OTEL_TRACES_SAMPLER_ARG: tracingVariables.OTEL_TRACES_SAMPLER_ARG,
  /** Origins of other browser clients, such as `https://app.example`; the gateway's own is always allowed. */
  ALLOWED_ORIGINS: list(),
  /** Keys with which partners create accounts over REST; without any, nobody may. */
  PARTNER_KEYS: list(),
  /** Hosts whose apps may sign in by a metadata document (OAuth), with a port when it is not 443. */
  OAUTH_METADATA_HOSTS: list('claude.ai,claude.com'),
  /** The one app that is registered in advance: its id, name and redirect addresses. Without an id there is none. */
  OAUTH_HOSTED_CLIENT_ID: z.string().optional(),
  OAUTH_HOSTED_CLIENT_NAME: z.string().default('Claude'),
  OAUTH_HOSTED_REDIRECT_URIS: list().refine((uris) => uris.every(isWebAddress), {
    error: 'must be http or https URLs without a fragment',
  }),
  /**
   * Seals the state that MCP clients carry while a purchase waits for the owner's approval; all gateways share the
   * keys. Without it no client is asked to show the owner's page: the refusal names its address instead.
   */
  REQUEST_STATE_KEYS: keyRing().optional(),
  /** Whether MCP clients that declare MCP Apps get views; `off`: no client gets them. */
  MCP_APPS: z.enum(['on', 'off']).default('on'),
  /** Non-public `host:port` pairs that outgoing requests may reach; for local tests. */
  EGRESS_ALLOW: egressAllow(),
  /**
   * Requests that a gateway works on at one time. One more gets 503 with `Retry-After: 1`, and its connection is not read
   * for that second. For the five seconds after, a quarter of the places are open.
   */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(512),
  /** Part of MAX_IN_FLIGHT that one connection may use; more of its requests get 503. */
  MAX_IN_FLIGHT_CONNECTION: z.coerce.number().int().min(1).default(32),
  /** Milliseconds that a stopping gateway waits for the next request on kept-alive connections. */
  DRAIN_IDLE_MS: z.coerce.number().int().min(0).max(10_000).default(3_000),
  /** Number of proxies in front whose `X-Forwarded-*` headers are trusted. */
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
