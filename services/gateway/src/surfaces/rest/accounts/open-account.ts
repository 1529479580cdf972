import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { z } from 'zod';
import type { Member } from '../../../clients/members-client';
import type { RestContext } from '../route';
import type { accountSchema, NewAccountBody } from './account-schema';
import { presentToken } from './token-schema';

type Account = z.infer<typeof accountSchema>;

const FIRST_PLAN = 'trial';
const NO_PLAN = 'none';
/** An account whose creation was broken off is finished by sending it again within this time. */
const UNFINISHED_FOR_MS = 3_600_000;

/**
 * A new account as sign-up makes it: first the account, then its plan. When the second step fails, the same request sent
 * again finds the account, recognises it by the password and finishes.
 * @throws DomainError invalid_argument, already_exists
 */
export async function openAccount(body: NewAccountBody, context: RestContext): Promise<Account> {
  const { members, billing } = context.clients;
  const { requestId } = context.caller;
  const { email, password, firstName = '', lastName = '', company = '' } = body;
  const wanted = { email, password, firstName, lastName, company };
  const member = await members.createAccount(requestId, wanted).catch(async (error: unknown) => {
    const unfinished = await findUnfinished(body, context, error);
    if (unfinished) return unfinished;
    throw error;
  });
  const caller = { accountId: member.accountId, requestId };
  await billing.updateAccount(caller, { plan: FIRST_PLAN, idempotencyKey: `sign-up-${member.accountId}` });
  const token = presentToken(await members.showAccessToken(caller));
  return { accountId: member.accountId, email: member.email, firstName, lastName, company, ...token };
}

async function findUnfinished(
  { email, password }: NewAccountBody,
  { caller: { requestId }, clients, clock }: RestContext,
  error: unknown,
): Promise<Member | undefined> {
  if (!(error instanceof DomainError) || error.code !== 'already_exists') return undefined;
  const member = await clients.members.verifyPassword(requestId, email, password).catch(unlessWrong);
  if (!member || clock.now().getTime() - member.since.getTime() > UNFINISHED_FOR_MS) return undefined;
  const { plan } = await clients.billing.getEntitlements({ accountId: member.accountId, requestId });
  return plan === NO_PLAN ? member : undefined;
}

function unlessWrong(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
}
