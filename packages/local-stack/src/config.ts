import { quotaVariables } from '@parcelyard/auth/config';
import { mixVariables } from '@parcelyard/billing/config';
import { lackingAllowance, moneyKind } from '@parcelyard/billing/domain/money-kind';
import { customersEmailVariables } from '@parcelyard/customers-email/config';
import { egressAllow } from '@parcelyard/egress/allow-list';
import {
  channelSecurityVariables,
  list,
  loadConfig,
  natsVariables,
  seconds,
  tracingVariables,
} from '@parcelyard/service-kit/config';
import { isReal } from '@parcelyard/shipping/domain/seller';
import { sellerList, sellerVariables } from '@parcelyard/shipping/sellers/seller-variables';
import { z } from 'zod';

const listOf = (entry: z.ZodType<string>, fallback = '') =>
  list(fallback).refine((entries) => entries.every((item) => entry.safeParse(item).success), {
    error: 'must contain only URLs, separated by commas',
  });

/** The environment of the local stack. All its variables are also passed to the services. */
const contractVariables = {
  ...channelSecurityVariables,
  ...tracingVariables,
  ...natsVariables,
  ...quotaVariables,
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  EGRESS_ALLOW: egressAllow(),
  WEBHOOK_FIRST_DELAY_S: seconds(300),
  WEBHOOK_RETRY_UNIT_S: seconds(300),
  WEBHOOK_RETRY_CAP_S: seconds(3_600),
  VOID_REFUND_DELAY_S: seconds(60),
  RATE_TTL_S: seconds(86_400),
  ACCESS_TOKEN_TTL_S: seconds(15_552_000),
  OAUTH_CODE_TTL_S: seconds(300),
  OAUTH_ACCESS_TTL_S: seconds(86_400),
  OAUTH_REFRESH_TTL_S: seconds(15_552_000),
  OAUTH_REFRESH_COLLECT_MS: z.coerce.number().int().min(0).max(5_000).default(400),
  OAUTH_METADATA_HOSTS: list('claude.ai,claude.com'),
  OAUTH_HOSTED_CLIENT_ID: z.string().optional(),
  OAUTH_HOSTED_CLIENT_NAME: z.string().optional(),
  OAUTH_HOSTED_REDIRECT_URIS: listOf(z.url()),
  ALLOWED_ORIGINS: listOf(z.url()),
  /** If empty, no partner may create accounts. If unset, the local default is used. */
  PARTNER_KEYS: list('local-partner-key'),
  SERVICE_NAME: z.string().optional(),
  CARRIERS: sellerList().prefault('sandbox'),
  ...sellerVariables,
  /** With `stripe`, real cards are charged, and STRIPE_API_KEY is needed. */
  PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  ...mixVariables,
  STRIPE_API_KEY: z.string().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_WEBHOOK_SECRETS: z.string().optional(),
  STRIPE_PAGE_ORIGINS: z.string().optional(),
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(1).default(8_000),
  /** The client id of the deployment's own Shopify app. Unset when merchants install no such app. */
  SHOPIFY_CLIENT_ID: z.string().optional(),
  SHOPIFY_CLIENT_SECRET: z.string().optional(),
  STORE_SYNC_INTERVAL_S: seconds(900),
  MAIL_FROM: customersEmailVariables.MAIL_FROM.optional(),
  /** The address to which bounces and complaints are sent. A mail server posts them to /webhooks/mail. */
  MAIL_BOUNCE_ADDRESS: z.string().optional(),
  MAIL_HOOK_TOKENS: z.string().optional(),
  /** The credit that a referral earns. */
  REFERRAL_CREDIT_CENTS: z.coerce.number().int().min(0).default(1_000),
  /** Maximum requests in progress, per gateway and per connection. */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(512),
  MAX_IN_FLIGHT_CONNECTION: z.coerce.number().int().min(1).default(32),
  MCP_APPS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  /**
   * For fault tests. Either the name of a fail point, at which a service ends itself once, or `@` and the path of a
   * file. Each time a test writes the name of a fail point to the file, one service ends itself there.
   */
  FAIL_POINT: z.string().optional(),
} as const;

const onOff = () =>
  z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1');

const stackVariables = {
  ...contractVariables,
  /** 0 means a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The folder of all lasting data. */
  DATA_DIR: z.string().default('.local'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    .optional(),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls|wss?):\/\//, 'must begin with nats://, tls://, ws:// or wss://')
    .optional(),
  /** With 1, every service is a process of its own. */
  SPLIT: onOff(),
  /** With 1, the first start creates three months of history for the demo account. */
  DEMO_HISTORY: onOff(),
} as const;

export type StackConfig = Readonly<z.infer<z.ZodObject<typeof stackVariables>>>;

export interface ParsedStack {
  readonly config: StackConfig;
  /** The environment for the services: the variables that were set, unchanged. */
  readonly forwarded: Readonly<Record<string, string>>;
}

const MAY_BE_EMPTY = ['PARTNER_KEYS'];

/**
 * Refuses two combinations, unless a variable allows them: sandbox money that pays for labels of real carriers, and
 * real cards that are charged for sandbox labels while other machines can reach the stack.
 * @throws Error that names the variable
 */
function refuseMix(config: StackConfig): void {
  const money = moneyKind(config, config.BASE_URL === undefined ? [] : [config.BASE_URL]);
  const variable = lackingAllowance(money, config.CARRIERS.some(isReal));
  if (!variable) return;
  throw new Error(
    `Bad configuration. CARRIERS: ${config.CARRIERS.join()} cannot be used with PAYMENTS=${config.PAYMENTS}, unless ${variable}=yes`,
  );
}

/** @throws Error that names each bad variable and its rule */
export function parseStackEnvironment(environment: Record<string, string | undefined>): ParsedStack {
  const config = loadConfig(stackVariables, environment, MAY_BE_EMPTY);
  refuseMix(config);
  const forwarded = Object.keys(contractVariables).flatMap((name) => {
    const given = environment[name];
    return given === undefined || (given === '' && !MAY_BE_EMPTY.includes(name))
      ? []
      : [[name, given] as const];
  });
  return {
    config,
    forwarded: {
      LOG_LEVEL: config.LOG_LEVEL,
      CARRIERS: config.CARRIERS.join(','),
      PAYMENTS: config.PAYMENTS,
      PARTNER_KEYS: config.PARTNER_KEYS.join(','),
      ...Object.fromEntries(forwarded),
    },
  };
}
