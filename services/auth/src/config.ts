import { seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import {
  BUDGETS,
  type BudgetName,
  type Budgets,
  DEFAULT_BUDGETS,
  formatBudget,
  parseBudget,
} from './domain/budget';

/** How often a network and an account may do one thing within so many seconds, such as `10/3/3600`. */
const budget = (name: BudgetName) =>
  z
    .string()
    .default(formatBudget(DEFAULT_BUDGETS[name]))
    .transform((text, context) => {
      const parsed = parseBudget(text);
      if (parsed) return parsed;
      context.addIssue('must be <1 to 1000 of a network>/<1 to 1000 of an account>/<seconds>');
      return z.NEVER;
    });

/** What abuse is held off with. */
export const budgetVariables = {
  /** `<of a network>/<of an account>/<seconds>`; a network is an IPv4 address or an IPv6 /64. Sign-ups, by address. */
  BUDGET_SIGN_UP: budget('sign_up'),
  /** Sign-ins that failed. */
  BUDGET_SIGN_IN: budget('sign_in'),
  /** Confirmed letters and campaigns to customers. */
  BUDGET_MAIL_TO_OTHERS: budget('mail_to_others'),
  /** Files behind label links, by link. */
  BUDGET_LABEL_LINKS: budget('label_links'),
  /** Documents of apps that want to sign in, as far as they have to be fetched. */
  BUDGET_METADATA_LOOKUPS: budget('metadata_lookups'),
  /** Imports from stores. */
  BUDGET_STORE_IMPORTS: budget('store_imports'),
  /** Further mails with a link that proves an address. */
  BUDGET_VERIFICATION_MAILS: budget('verification_mails'),
  /** Test events to webhooks. */
  BUDGET_WEBHOOK_TESTS: budget('webhook_tests'),
  /** Pages where cards are entered or replaced. */
  BUDGET_CARD_PAGES: budget('card_pages'),
} as const;

export const authVariables = {
  ...serviceVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_auth'),
  /** `host:port` of billing, which keeps how far ids went. */
  BILLING_ADDRESS: z.string().min(1),
  /** Keys that seal access tokens, the current one first. */
  TOKEN_KEYS: keyRing(),
  /** Lifetime of an access token; 180 days. */
  ACCESS_TOKEN_TTL_S: seconds(15_552_000),
  /** Lifetimes of what an OAuth sign-in yields: the code, 5 minutes; the access token, 24 hours; the refresh token, 180 days. */
  OAUTH_CODE_TTL_S: seconds(300),
  OAUTH_ACCESS_TTL_S: seconds(86_400),
  OAUTH_REFRESH_TTL_S: seconds(15_552_000),
  /** How long a refresh collects others with the same token before it is answered. */
  OAUTH_REFRESH_COLLECT_MS: z.coerce.number().int().min(0).max(5_000).default(400),
  /** Lifetime of the link that proves a new account's e-mail address; two days. */
  VERIFICATION_LINK_TTL_S: seconds(172_800),
  /** Passwords that one process hashes or checks at one time, 19 MiB and a core each; and how many may wait for that. */
  PASSWORDS_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2),
  PASSWORDS_WAITING: z.coerce.number().int().min(0).max(10_000).default(64),
  ...budgetVariables,
} as const;

/** A budget's variable. */
type BudgetVariable = `BUDGET_${Uppercase<BudgetName>}`;

export const budgetsOf = (config: Pick<AuthConfig, BudgetVariable>): Budgets =>
  Object.fromEntries(
    BUDGETS.map((name) => [name, config[`BUDGET_${name.toUpperCase()}` as BudgetVariable]]),
  ) as unknown as Budgets;

export type AuthConfig = Readonly<z.infer<z.ZodObject<typeof authVariables>>>;
