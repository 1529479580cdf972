import { serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

export const ordersVariables = {
  ...serviceVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_orders'),
  /** `host:port` of customers-email. */
  CUSTOMERS_EMAIL_ADDRESS: z.string().min(1),
} as const;
