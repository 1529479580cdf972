import type { CreateAccountRequest } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingClient } from './billing-client';
import type { Member, MembersClient } from './members-client';

interface Clients {
  readonly members: MembersClient;
  readonly billing: BillingClient;
}

interface NewAccount extends CreateAccountRequest {
  /** Of the account that brought this one. */
  readonly referralCode?: string;
}

const FIRST_PLAN = 'trial';
const NO_PLAN = 'none';
/** An account whose creation was broken off is finished by asking for it again within this time. */
const UNFINISHED_FOR_MS = 3_600_000;

/**
 * A new account as `shipctl account create` makes it: first the account, then who brought it, last its plan. When a step
 * fails, the same request sent again finds the account, recognises it by the password and finishes.
 * @throws DomainError invalid_argument, already_exists
 */
export async function openAccount(
  clients: Clients,
  { requestId, now }: { requestId: string; now: Date },
  { referralCode = '', ...wanted }: NewAccount,
): Promise<Member> {
  const { members, billing } = clients;
  const member = await members.createAccount(requestId, wanted).catch(async (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'already_exists') throw error;
    const unfinished = await findUnfinished(clients, requestId, now, wanted);
    if (unfinished) return unfinished;
    throw error;
  });
  const { accountId } = member;
  const caller = { accountId, requestId };
  if (referralCode !== '') {
    await billing.recordReferral(caller, { code: referralCode, name: member.name }).catch(unlessUnknown);
  }
  await billing.updateAccount(caller, { plan: FIRST_PLAN, idempotencyKey: `sign-up-${accountId}` });
  return member;
}

async function findUnfinished(
  { members, billing }: Clients,
  requestId: string,
  now: Date,
  { email, password }: CreateAccountRequest,
): Promise<Member | undefined> {
  const member = await members.verifyPassword(requestId, email, password).catch(unlessWrong);
  if (!member || now.getTime() - member.since.getTime() > UNFINISHED_FOR_MS) return undefined;
  const { plan } = await billing.getEntitlements({ accountId: member.accountId, requestId });
  return plan === NO_PLAN ? member : undefined;
}

function unlessWrong(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
}

/** A mistyped code keeps nobody from joining. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'invalid_argument') throw error;
}
