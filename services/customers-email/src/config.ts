import { list, natsVariables, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { isBounceAddress, isMailable } from './domain/mailbox';

const SHORTEST_TOKEN = 24;

export const customersEmailVariables = {
  ...serviceVariables,
  ...natsVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_customers_email'),
  /** `smtp://host:port` or `smtps://user:password@host:port`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Mails that one process hands to the mail server at one time, each over a connection of its own. */
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(10),
  /** The bare address that mails come from; the sender's name is the account's or the service's. */
  MAIL_FROM: z.string().refine(isMailable, 'must be one plain mail address'),
  /**
   * Where bounces come to, such as `bounces@ship.example`, whose mail server takes `bounces+anything@ship.example` too
   * and posts it to /webhooks/mail. Unset: they go to MAIL_FROM.
   */
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .refine(isBounceAddress, 'must be one plain mail address of a short name')
    .optional(),
  /** Who may post mail to /webhooks/mail: any of these tokens. Empty: nobody. */
  MAIL_HOOK_TOKENS: list().refine((tokens) => tokens.every(({ length }) => length >= SHORTEST_TOKEN), {
    error: `each token needs at least ${SHORTEST_TOKEN} characters`,
  }),
  /** `host:port` of auth, which knows whether an owner's address is verified. */
  AUTH_ADDRESS: z.string().min(1),
  /** `host:port` of billing, which keeps the allowance of marketing e-mails. */
  BILLING_ADDRESS: z.string().min(1),
  /** Key ring that seals unsubscribe and Reply-To links. A link stays good as long as its key is in the ring. */
  UNSUBSCRIBE_KEYS: keyRing(),
  /** A campaign's messages go out at this pace, whatever number of replicas sends them. */
  MARKETING_MAILS_PER_SECOND: z.coerce.number().int().min(1).max(1_000).default(50),
  /**
   * Mails that go to the addresses of one domain in a second, half of them campaigns', whatever number of replicas sends
   * them: mailbox providers put off who is faster. 0: as fast as it can.
   */
  MAILS_PER_DOMAIN_PER_SECOND: z.coerce.number().int().min(0).max(1_000).default(20),
} as const;

export type CustomersEmailConfig = Readonly<z.infer<z.ZodObject<typeof customersEmailVariables>>>;
