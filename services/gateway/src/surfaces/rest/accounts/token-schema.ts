import type { AccessToken } from '@parcelyard/contracts/auth';
import { z } from 'zod';
import { zonedTimestampOrNull } from '../../../operations/nullable';
import { utcTime } from '../fields';

/** @see decisions, "Smaller choices": token endpoints */
export const tokenSchema = z
  .object({
    accessToken: z.string(),
    expiresAt: utcTime('Until when it is valid.'),
  })
  .meta({ id: 'AccessToken' });

export const presentToken = ({ token, expiresAt }: AccessToken): z.infer<typeof tokenSchema> => ({
  accessToken: token,
  expiresAt: zonedTimestampOrNull(expiresAt) ?? '',
});
