import type { Account, CreateAccountRequest } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { GatewayClients } from '../clients/gateway-clients';
import { type Owner, toOwner } from '../clients/owner';

type Clients = Pick<GatewayClients, 'auth' | 'billing'>;

interface NewAccount extends CreateAccountRequest {
  /** The code of the account that invited this one. */
  readonly referralCode?: string;
}

const NO_PLAN = 'none';
/** Within this time, a repeated request can complete an interrupted creation of an account. */
const RESUMABLE_MS = 3_600_000;

/**
 * Opens an account, then stores who invited it, then sets its plan. If a step fails, the same request can be repeated.
 * The repeated request finds the account, checks the password and does the missing steps (docs/adr/0095).
 * @throws DomainError invalid_argument, already_exists
 */
export async function openAccount(
  clients: Clients,
  { requestId, now }: { requestId: string; now: Date },
  { referralCode = '', ...account }: NewAccount,
): Promise<Owner> {
  const { auth, billing } = clients;
  const created = await auth.createAccount({ requestId }, account).catch(async (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'already_exists') throw error;
    const unfinished = await findUnfinished(clients, requestId, now, account);
    if (unfinished) return unfinished;
    throw error;
  });
  const owner = toOwner(created);
  const { accountId } = owner;
  const caller = { accountId, requestId };
  if (referralCode !== '') {
    // The sign-up succeeds even if billing refuses the referral code.
    await billing
      .recordReferral(caller, { code: referralCode, name: owner.name })
      .catch(undefinedFor('invalid_argument', 'failed_precondition'));
  }
  await billing.startTrial(caller);
  return owner;
}

async function findUnfinished(
  { auth, billing }: Clients,
  requestId: string,
  now: Date,
  { email, password }: CreateAccountRequest,
): Promise<Account | undefined> {
  const account = await auth
    .verifyPassword({ requestId }, { email, password })
    .catch(undefinedFor('unauthenticated'));
  if (!account || now.getTime() - toOwner(account).since.getTime() > RESUMABLE_MS) return undefined;
  const { plan } = await billing.getEntitlements({ accountId: account.accountId, requestId });
  return plan === NO_PLAN ? account : undefined;
}
