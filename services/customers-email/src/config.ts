import { serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';
import { isMailable } from './domain/mailbox';

export const customersEmailVariables = {
  ...serviceVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_customers_email'),
  /** `smtp://host:port` or `smtps://user:password@host:port`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The bare address that mails come from; the sender's name is the account's or the service's. */
  MAIL_FROM: z.string().refine(isMailable, 'must be one plain mail address'),
} as const;

export type CustomersEmailConfig = Readonly<z.infer<z.ZodObject<typeof customersEmailVariables>>>;
