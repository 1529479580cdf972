import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { keyValuePairs } from './tracing/key-value-pairs';

/** The schema of a variable that is a whole number of seconds. */
export const seconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** The schema of a comma-separated list. Empty entries are dropped. */
export const list = (fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    );

const SHORTEST_SECRET = 32;

/** How the product's programs authenticate each other; rules in `rpc/channel-security.ts`. */
export const channelSecurityVariables = {
  /**
   * PEM files: this program's certificate (chain), its key, and the authority that signs all certificates. Set all
   * three or none.
   */
  GRPC_TLS_CERT_FILE: z.string().optional(),
  GRPC_TLS_KEY_FILE: z.string().optional(),
  GRPC_TLS_CA_FILE: z.string().optional(),
  /**
   * Secrets with which callers sign their name. With certificates, callers need both. The program signs with the first
   * secret and accepts all of them, so that a secret can be replaced without an outage.
   */
  GRPC_SHARED_SECRET: list().refine((secrets) => secrets.every(({ length }) => length >= SHORTEST_SECRET), {
    error: `each secret needs at least ${SHORTEST_SECRET} characters`,
  }),
} as const;

/**
 * The address to which traces are sent; no traces without an address. Names, formats and defaults are OpenTelemetry's,
 * unless a comment says otherwise.
 */
export const tracingVariables = {
  /**
   * Address of an OTLP collector. An example for HTTP is `http://collector:4318`; spans are sent to its path
   * `/v1/traces`. An example for gRPC is `http://collector:4317`.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The full address for spans; overrides OTEL_EXPORTER_OTLP_ENDPOINT. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * How spans are sent. OpenTelemetry's own default is `http/protobuf`, but OpenTelemetry's collector accepts
   * `http/json`, too.
   */
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json', 'http/protobuf', 'grpc']).default('http/json'),
  /** The protocol for spans only; overrides OTEL_EXPORTER_OTLP_PROTOCOL. */
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.enum(['http/json', 'http/protobuf', 'grpc']).optional(),
  /** Headers that the collector requires, such as `authorization=Bearer%20…`; several are separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: keyValuePairs((name, value) => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }).optional(),
  /** Milliseconds in which the collector must accept spans. */
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).max(60_000).default(10_000),
  /**
   * How traces are chosen for recording. OpenTelemetry's other samplers are left out, because with them, a caller from
   * outside could choose which traces are recorded.
   */
  OTEL_TRACES_SAMPLER: z
    .enum(['parentbased_traceidratio', 'parentbased_always_on', 'always_on', 'always_off'])
    .default('parentbased_traceidratio'),
  /** Share of requests that `parentbased_traceidratio` records, regardless of the caller's `traceparent`. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Name of the program in its spans. When unset, its own name, such as `shipping`. */
  OTEL_SERVICE_NAME: z.string().optional(),
  /** Further attributes of the program, such as `deployment.environment.name=production,team=shipping`. */
  OTEL_RESOURCE_ATTRIBUTES: keyValuePairs().optional(),
} as const;

/** How services connect to the bus, in addition to NATS_URL; rules in `events/jetstream/nats-options.ts`. */
export const natsVariables = {
  /** The deployment's name in its event stream; required with NATS_URL and unique within the NATS account. */
  DEPLOYMENT_NAME: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end',
    )
    .optional(),
  /**
   * How many copies of every event the cluster stores. When unset, a new stream stores 1, and an existing stream is
   * unchanged.
   */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),
  /** A `.creds` file: JWT and key of a user. */
  NATS_CREDENTIALS_FILE: z.string().optional(),
  /** Seed of an NKEY (`SU…`), without or with its JWT. */
  NATS_NKEY: z.string().optional(),
  NATS_JWT: z.string().optional(),
  /** PEM files: the authority that signs the servers' certificates, and this program's own certificate and key. */
  NATS_TLS_CA_FILE: z.string().optional(),
  NATS_TLS_CERT_FILE: z.string().optional(),
  NATS_TLS_KEY_FILE: z.string().optional(),
} as const;

export type NatsVariables = Readonly<z.infer<z.ZodObject<typeof natsVariables>>>;

/** The variables of every service. */
export const serviceVariables = {
  ...channelSecurityVariables,
  ...tracingVariables,
  /** `host:port` on which the gRPC server listens; port 0 means a free port. */
  GRPC_LISTEN: z.string().default('127.0.0.1:0'),
  /** `host:port` of a plain-text listener for the health protocol only; no listener when unset. */
  HEALTH_LISTEN: z.string().min(1).optional(),
  /** `host:port` of the admin listener with /healthz, /readyz and /metrics. */
  ADMIN_LISTEN: z.string().default('127.0.0.1:0'),
  MONGODB_URI: z.string().min(1),
  /** Empty for the in-process bus, which only the single-process stack has. */
  NATS_URL: z.string().default(''),
  /** The least severe messages that are logged. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SERVICE_NAME: z.string().min(1).default('Ship.com'),
  BASE_URL: z.url().default('http://127.0.0.1:8080'),
  /** For fault tests only: the place where the process ends itself. */
  FAIL_POINT: z.string().optional(),
} as const;

/**
 * Parses the environment once. An empty or blank variable counts as unset, so that `FOO=` means the default.
 * @throws Error that names each bad variable and its rule, never its value, because the value may be a secret
 */
export function loadConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Record<string, string | undefined>,
  keepEmpty: readonly string[] = [],
): Readonly<z.infer<z.ZodObject<Shape>>> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value?.trim() !== '' || keepEmpty.includes(name)),
  );
  const parsed = z.object(shape).safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Bad configuration. ${problems.join('; ')}`);
}
