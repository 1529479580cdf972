import { z } from 'zod';
import { created, defineRoute } from '../route';
import { accountSchema, newAccountSchema } from './account-schema';
import { openAccount } from './open-account';

/** @see decisions, "account creation" */
export const createAccount = defineRoute({
  operationId: 'createAccount',
  method: 'POST',
  path: '/public/account',
  tag: 'Access',
  summary: 'Create an account',
  description: 'For partners. The account starts with the trial plan and a sandbox ship-from address.',
  access: 'partner key',
  body: newAccountSchema,
  answers: { 201: z.object({ result: accountSchema }) },
  refusals: { 409: { description: 'An account with this e-mail exists already.' } },
  run: async ({ body }, context) => created({ result: await openAccount(body, context) }),
});
