import type { z } from 'zod';
import { openAccount as open } from '../../../operations/open-account';
import type { RestContext } from '../route';
import type { accountSchema, NewAccountBody } from './account-schema';
import { presentToken } from './token-schema';

type Account = z.infer<typeof accountSchema>;

/**
 * A new account as sign-up makes it, with its access token.
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
