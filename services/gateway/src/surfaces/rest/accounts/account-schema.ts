import { z } from 'zod';
import { optionalText, patternedText } from '../fields';
import { tokenSchema } from './token-schema';

/** @see decisions, "Smaller choices": account creation */
export const newAccountSchema = z
  .object({
    email: patternedText(
      'E-mail that signs in to the account.',
      /^\s*[^\s@]+@[^\s@]+\.[^\s@.]+\s*$/,
      'must be an e-mail address such as name@example.com',
      { max: 254 },
    ),
    password: z
      .string()
      .min(8, 'must have 8 to 200 characters')
      .max(200, 'must have 8 to 200 characters')
      .meta({ description: 'Password, 8 to 200 characters.' }),
    firstName: optionalText('First name of the owner.', { max: 100 }),
    lastName: optionalText('Last name of the owner.', { max: 100 }),
    company: optionalText('Company.', { max: 100 }),
  })
  .meta({ id: 'AccountInput' });

export type NewAccountBody = z.output<typeof newAccountSchema>;

export const accountSchema = z
  .object({
    accountId: z.int(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.string(),
    ...tokenSchema.shape,
  })
  .meta({ id: 'Account' });
