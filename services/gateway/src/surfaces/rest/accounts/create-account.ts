import { z } from 'zod';
import { openAccount as open } from '../../../operations/open-account';
import { optionalText, patternedText } from '../fields';
import { EXAMPLE_ACCOUNT, EXAMPLE_ACCOUNT_INPUT } from '../openapi/example-values';
import { created, defineRoute, type RestContext } from '../route';
import { presentToken, tokenSchema } from './tokens';

/** @see [REST-A5] */
export const newAccountSchema = z
  .object({
    email: patternedText(
      'E-mail address with which the owner signs in.',
      /^\s*[^\s@]+@[^\s@!-,/:-?\x5b-\x60\x7b-~]+\.[^\s@.!-,/:-?\x5b-\x60\x7b-~]+\s*$/,
      'must be an e-mail address such as name@example.com',
      { max: 254 },
    ).meta({ format: 'email' }),
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
    email: z.string().meta({ format: 'email' }),
    firstName: z.string(),
    lastName: z.string(),
    company: z.string(),
    ...tokenSchema.shape,
  })
  .meta({ id: 'Account' });

/** @see [REST-A5] */
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
  refusals: {
    409: { description: 'An account with this e-mail address exists already.', codes: ['account_exists'] },
  },
  example: { body: EXAMPLE_ACCOUNT_INPUT, answer: { result: EXAMPLE_ACCOUNT } },
  run: async ({ body }, context) => created({ result: await openAccount(body, context) }),
});

type Account = z.infer<typeof accountSchema>;

/**
 * Opens an account as the sign-up page does, and returns it with its access token.
 * @throws DomainError invalid_argument, already_exists
 */
export async function openAccount(body: NewAccountBody, context: RestContext): Promise<Account> {
  const { requestId } = context.caller;
  const { email, password, firstName = '', lastName = '', company = '' } = body;
  const member = await open(
    context.clients,
    { requestId, now: context.clock.now() },
    { email, password, firstName, lastName, company, unverified: false },
  );
  const caller = { accountId: member.accountId, requestId };
  const token = presentToken(await context.clients.auth.showAccessToken(caller));
  return { accountId: member.accountId, email: member.email, firstName, lastName, company, ...token };
}
