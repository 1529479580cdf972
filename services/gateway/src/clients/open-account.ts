import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingClient } from './billing-client';
import type { Member, MembersClient, SignInOutcome } from './members-client';

interface Clients {
  readonly members: MembersClient;
  readonly billing: BillingClient;
}

interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly company: string;
  /** Of the account that brought this one; empty: nobody did. */
  readonly referralCode: string;
}

const FIRST_PLAN = 'trial';
const NO_PLAN = 'none';
/** A sign-up that was broken off is finished by sending its form again within this time. */
const UNFINISHED_FOR_MS = 3_600_000;

/**
 * A new account as `shipctl account create` makes it, with its owner signed in. The account comes first, its plan
 * second: when the second step fails, the same form sent again finds the account, recognises its owner by the password
 * and finishes.
 * @throws DomainError invalid_argument or already_exists naming the field
 */
export async function openAccount(
  { members, billing }: Clients,
  { requestId, ip, now }: { requestId: string; ip: string; now: Date },
  { email, password, name, company, referralCode }: NewAccount,
): Promise<SignInOutcome> {
  const signIn = () => members.signIn(requestId, email, password, ip);
  const finish = async ({ accountId, name: known }: Member) => {
    const caller = { accountId, requestId };
    await billing.updateAccount(caller, { plan: FIRST_PLAN, idempotencyKey: `sign-up-${accountId}` });
    if (referralCode !== '') {
      await billing.recordReferral(caller, { code: referralCode, name: known }).catch(unlessUnknown);
    }
  };
  try {
    await finish(await members.createAccount(requestId, { email, password, company, ...toNames(name) }));
    return await signIn();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'already_exists') throw error;
    const outcome = await signIn().catch(() => undefined);
    if (!outcome || !('session' in outcome)) throw error;
    const { member } = outcome.session;
    const { plan } = await billing.getEntitlements({ accountId: member.accountId, requestId });
    if (plan !== NO_PLAN || now.getTime() - member.since.getTime() > UNFINISHED_FOR_MS) throw error;
    await finish(member);
    return outcome;
  }
}

/** The first word is the first name; what follows is the last. */
function toNames(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** A mistyped code keeps nobody from joining. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'invalid_argument') throw error;
}
