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
  /** Lifetimes of what an OAuth sign-in yields: the code, 5 minutes; the access token, 24 hours; the refresh token, 180 days. */
  OAUTH_CODE_TTL_S: seconds(300),
  OAUTH_ACCESS_TTL_S: seconds(86_400),
  OAUTH_REFRESH_TTL_S: seconds(15_552_000),
} as const;

export type AuthConfig = Readonly<z.infer<z.ZodObject<typeof authVariables>>>;
