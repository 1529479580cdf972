import { createHash } from 'node:crypto';
import { sellerSecrets } from '@parcelyard/shipping/sellers/seller-variables';
import type { StackSecrets } from './secrets';

/** Services by name, in order of dependency: each service calls only services before it. */
export const SERVICES = ['auth', 'billing', 'customers-email', 'orders', 'shipping', 'pickups'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface StackContext {
  /** The variables that the stack's user set, unchanged. */
  forwarded: Readonly<Record<string, string>>;
  secrets: StackSecrets;
  mongoUri: string;
  natsUrl: string;
  smtpUrl: string;
  baseUrl: string;
  port: number;
  /** `host:port` of each service's gRPC server. */
  addresses: Readonly<Record<ServiceName, string>>;
}

/** Variables that only some services get: secrets, and settings for requests to outside services. */
const ONLY_FOR: Readonly<Record<string, readonly (ServiceName | 'gateway')[]>> = {
  ...Object.fromEntries(sellerSecrets.map((secret) => [secret, ['shipping']])),
  STRIPE_API_KEY: ['billing'],
  STRIPE_WEBHOOK_SECRETS: ['billing'],
  MAIL_HOOK_TOKENS: ['customers-email'],
  SHOPIFY_CLIENT_ID: ['orders'],
  SHOPIFY_CLIENT_SECRET: ['orders'],
  EGRESS_ALLOW: ['orders', 'gateway'],
};

/** Unique per data directory, so that two stacks on the same NATS are separate. */
export const deploymentName = ({ forwarded, secrets }: Pick<StackContext, 'forwarded' | 'secrets'>): string =>
  forwarded.DEPLOYMENT_NAME ??
  `local-${createHash('sha256').update(secrets.TOKEN_KEYS).digest('hex').slice(0, 8)}`;

/** Returns the environment of one service: the variables that it needs, without other services' secrets. */
export function serviceEnvironment(
  name: ServiceName | 'gateway',
  context: StackContext,
): Record<string, string> {
  const { forwarded, baseUrl, addresses } = context;
  return {
    ...Object.fromEntries(
      Object.entries(forwarded).filter(([variable]) => ONLY_FOR[variable]?.includes(name) ?? true),
    ),
    BASE_URL: baseUrl,
    ADMIN_LISTEN: '127.0.0.1:0',
    ...Object.fromEntries(SERVICES.map((service) => [`${variableOf(service)}_ADDRESS`, addresses[service]])),
    ...(name === 'gateway'
      ? // The timeout is short, because the stop must not wait for the user's own browser.
        {
          HTTP_LISTEN: `127.0.0.1:${context.port}`,
          DRAIN_IDLE_MS: '0',
          REQUEST_STATE_KEYS: context.secrets.REQUEST_STATE_KEYS,
        }
      : {
          GRPC_LISTEN: addresses[name],
          MONGODB_URI: context.mongoUri,
          NATS_URL: context.natsUrl,
          DEPLOYMENT_NAME: deploymentName(context),
          ...ownVariables(name, context),
        }),
  };
}

/**
 * The quotas are high, because all users of a local stack have the same address, and tests act as many visitors. The
 * limit on failed sign-ins keeps its default.
 */
const LOCAL_QUOTAS = Object.fromEntries(
  [
    'SIGN_UP',
    'MAIL_TO_OTHERS',
    'LABEL_LINKS',
    'METADATA_LOOKUPS',
    'STORE_IMPORTS',
    'VERIFICATION_MAILS',
    'WEBHOOK_TESTS',
    'CARD_PAGES',
  ].map((name) => [`QUOTA_${name}`, '1000/1000/60']),
);

const unlessSet = (variables: Record<string, string>, set: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => set[name] === undefined));

function ownVariables(
  name: ServiceName,
  { secrets, smtpUrl, forwarded }: StackContext,
): Record<string, string> {
  switch (name) {
    case 'auth':
      return { TOKEN_KEYS: secrets.TOKEN_KEYS, ...unlessSet(LOCAL_QUOTAS, forwarded) };
    case 'shipping':
      return { SEAL_KEYS: secrets.SEAL_KEYS, LINK_KEYS: secrets.LINK_KEYS };
    case 'orders':
      return { PLATFORM_KEYS: secrets.PLATFORM_KEYS, WEBHOOK_KEYS: secrets.WEBHOOK_KEYS };
    case 'customers-email':
      return {
        SMTP_URL: smtpUrl,
        MAIL_FROM: forwarded.MAIL_FROM ?? 'no-reply@parcelyard.example',
        UNSUBSCRIBE_KEYS: secrets.UNSUBSCRIBE_KEYS,
        // These limits are higher than a mail provider would allow, because the mails go to the stack's own mail
        // folder. 0 means no limit.
        MARKETING_MAILS_PER_SECOND: '250',
        MAILS_PER_DOMAIN_PER_SECOND: '0',
        SMTP_CONNECTIONS: '30',
      };
    default:
      return {};
  }
}

const variableOf = (service: ServiceName): string => service.toUpperCase().replaceAll('-', '_');
