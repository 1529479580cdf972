import { seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';

export const authVariables = {
  ...serviceVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_auth'),
  /** Keys that seal access tokens, the current one first. */
  TOKEN_KEYS: keyRing(),
  /** Lifetime of an access token; 180 days. */
  ACCESS_TOKEN_TTL_S: seconds(15_552_000),
} as const;

export type AuthConfig = Readonly<z.infer<z.ZodObject<typeof authVariables>>>;
