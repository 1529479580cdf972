import { list, natsVariables, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { isBounceAddress, isMailable } from './domain/mailbox';

const SHORTEST_TOKEN = 24;

export const customersEmailVariables = {
  ...serviceVariables,
  ...natsVariables,
  /** The name of the service's database. */
  MONGODB_DB: z.string().min(1).default('parcelyard_customers_email'),
  /** `smtp://host:port` or `smtps://user:password@host:port`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** How many mails one process sends at the same time, each over its own connection. */
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(10),
  /** The plain address from which mails are sent. The sender's name is the account's name or the service's name. */
  MAIL_FROM: z.string().refine(isMailable, 'must be one plain mail address'),
  /**
   * The address for bounces, such as `bounces@ship.example`. The mail server of this address must also accept
   * `bounces+anything@ship.example` and post such mail to /webhooks/mail. When this is unset, bounces go to MAIL_FROM.
   */
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .refine(isBounceAddress, 'must be one plain mail address with at most 19 characters before the @')
    .optional(),
  /** Tokens with which a mail server may post mail to /webhooks/mail. If the list is empty, nobody may post. */
  MAIL_HOOK_TOKENS: list().refine((tokens) => tokens.every(({ length }) => length >= SHORTEST_TOKEN), {
    error: `each token needs at least ${SHORTEST_TOKEN} characters`,
  }),
  /** `host:port` of auth, which knows whether an owner's address is verified. */
  AUTH_ADDRESS: z.string().min(1),
  /** `host:port` of billing, which stores the allowance of marketing e-mails. */
  BILLING_ADDRESS: z.string().min(1),
  /** The keys that encrypt unsubscribe and Reply-To links. A link is valid as long as its key is in the list. */
  UNSUBSCRIBE_KEYS: keyRing(),
  /** How many messages of a campaign are sent in a second, across all replicas. */
  MARKETING_MAILS_PER_SECOND: z.coerce.number().int().min(1).max(1_000).default(50),
  /**
   * How many mails all replicas together send per second to the addresses of one domain. Half of them are for
   * campaigns. Mailbox providers delay the mail of faster senders. 0: no limit.
   */
  MAILS_PER_DOMAIN_PER_SECOND: z.coerce.number().int().min(0).max(1_000).default(20),
} as const;

export type CustomersEmailConfig = Readonly<z.infer<z.ZodObject<typeof customersEmailVariables>>>;
