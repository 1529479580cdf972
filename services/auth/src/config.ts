import { seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { DEFAULT_QUOTAS, formatQuota, parseQuota, QUOTAS, type QuotaName, type Quotas } from './domain/quota';

/** A quota's value, such as `10/3/3600`: ten uses per network and three per account within 3,600 seconds. */
const quota = (name: QuotaName) =>
  z
    .string()
    .default(formatQuota(DEFAULT_QUOTAS[name]))
    .transform((text, context) => {
      const parsed = parseQuota(text);
      if (parsed) return parsed;
      context.addIssue('must be <1 to 1000 per network>/<1 to 1000 per account>/<seconds>');
      return z.NEVER;
    });

export const quotaVariables = {
  /**
   * Quota of sign-ups, as `<per network>/<per account>/<seconds>`. A network is an IPv4 address or an IPv6 /64. For
   * sign-ups, an e-mail address counts as an account.
   */
  QUOTA_SIGN_UP: quota('sign_up'),
  /** Quota of failed sign-ins, in the form of QUOTA_SIGN_UP. */
  QUOTA_SIGN_IN: quota('sign_in'),
  /** Quota of confirmed letters and campaigns to customers, in the form of QUOTA_SIGN_UP. */
  QUOTA_MAIL_TO_OTHERS: quota('mail_to_others'),
  /**
   * Quota of downloads by label links, in the form of QUOTA_SIGN_UP. The second number is the limit per link, not per
   * account.
   */
  QUOTA_LABEL_LINKS: quota('label_links'),
  /** Quota of downloads of apps' client metadata documents, in the form of QUOTA_SIGN_UP. */
  QUOTA_METADATA_LOOKUPS: quota('metadata_lookups'),
  /** Quota of imports from stores, in the form of QUOTA_SIGN_UP. */
  QUOTA_STORE_IMPORTS: quota('store_imports'),
  /** Quota of repeated mails with a link that verifies an address, in the form of QUOTA_SIGN_UP. */
  QUOTA_VERIFICATION_MAILS: quota('verification_mails'),
  /** Quota of test events to webhooks, in the form of QUOTA_SIGN_UP. */
  QUOTA_WEBHOOK_TESTS: quota('webhook_tests'),
  /** Quota of opened pages where cards are entered or replaced, in the form of QUOTA_SIGN_UP. */
  QUOTA_CARD_PAGES: quota('card_pages'),
} as const;

export const authVariables = {
  ...serviceVariables,
  /** The name of the service's database. */
  MONGODB_DB: z.string().min(1).default('parcelyard_auth'),
  /**
   * Connection strings of further databases, separated by spaces. Accounts are spread over these databases and the
   * database of MONGODB_URI, which is the first. Never change the number or order of the databases.
   */
  MONGODB_FURTHER_URIS: z
    .string()
    .default('')
    .transform((text) => text.split(' ').filter((uri) => uri !== ''))
    .refine((uris) => uris.every((uri) => /^mongodb(\+srv)?:\/\//.test(uri)), {
      error: 'must be connection strings separated by spaces',
    }),
  /**
   * `host:port` of billing. Auth stores the highest used account ids at billing, so that no id is used again after a
   * backup was restored.
   */
  BILLING_ADDRESS: z.string().min(1),
  /** Keys that encrypt access tokens. New tokens use the first key. */
  TOKEN_KEYS: keyRing(),
  /** Lifetime of an access token, in seconds. */
  ACCESS_TOKEN_TTL_S: seconds(15_552_000),
  /** Lifetime of an OAuth code, in seconds. */
  OAUTH_CODE_TTL_S: seconds(300),
  /** Lifetime of an OAuth access token, in seconds. */
  OAUTH_ACCESS_TTL_S: seconds(86_400),
  /** Lifetime of an OAuth refresh token, in seconds. */
  OAUTH_REFRESH_TTL_S: seconds(15_552_000),
  /**
   * Apps often send several requests for new tokens with the same refresh token at once. The service waits this many
   * milliseconds for such requests, and gives all of them the same answer.
   */
  OAUTH_REFRESH_COLLECT_MS: z.coerce.number().int().min(0).max(5_000).default(400),
  /** Lifetime of the link that verifies a new account's e-mail address, in seconds. */
  VERIFICATION_LINK_TTL_S: seconds(172_800),
  /** How many passwords a process hashes or checks at the same time. Each needs 19 MiB and one core. */
  PASSWORDS_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2),
  /** How many more passwords may wait to be hashed or checked. */
  PASSWORDS_WAITING: z.coerce.number().int().min(0).max(10_000).default(64),
  ...quotaVariables,
} as const;

type QuotaVariable = `QUOTA_${Uppercase<QuotaName>}`;

export const quotasOf = (config: Pick<AuthConfig, QuotaVariable>): Quotas =>
  Object.fromEntries(
    QUOTAS.map((name) => [name, config[`QUOTA_${name.toUpperCase()}` as QuotaVariable]]),
  ) as unknown as Quotas;

export type AuthConfig = Readonly<z.infer<z.ZodObject<typeof authVariables>>>;
