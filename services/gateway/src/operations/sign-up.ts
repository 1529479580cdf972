import type { CreateAccountRequest } from '@parcelyard/contracts/auth';
import { OwnerEmailKind } from '@parcelyard/contracts/customers';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { Caller } from '../clients/caller';
import type { GatewayClients } from '../clients/gateway-clients';
import { type Owner, type SignInOutcome, toSignInOutcome } from '../clients/owner';
import { openAccount } from './open-account';

type Clients = Pick<GatewayClients, 'auth' | 'billing' | 'customers' | 'quotas'>;

interface Visitor {
  readonly requestId: string;
  readonly ip: string;
  readonly now: Date;
}

type NewOwner = Omit<CreateAccountRequest, 'unverified'> & { readonly referralCode: string };

/**
 * Opens an account for a visitor and mails the link that verifies the address. If the address already has an account, a
 * visitor who enters the password of this account is signed in. For any other password, the owner of the address gets a
 * mail, and the result is `known`. In this case, the surface must give the same answer as for a new account.
 * @throws DomainError invalid_argument; resource_exhausted or unavailable, with retryAfterSeconds
 */
export async function signUp(
  clients: Clients,
  { requestId, ip, now }: Visitor,
  given: NewOwner,
): Promise<SignInOutcome | 'known'> {
  const { auth, customers, quotas } = clients;
  await quotas.take('sign_up', { requestId, ip, account: given.email.trim().toLowerCase() });
  const { email, password } = given;
  const owner = await openAccount(clients, { requestId, now }, { ...given, unverified: true }).catch(
    undefinedFor('already_exists'),
  );
  if (owner) await mailVerificationLink(clients, { accountId: owner.accountId, requestId }, owner);
  const signedIn = await auth
    .signIn({ requestId }, { email, password, ip })
    .catch(undefinedFor('unauthenticated'));
  if (signedIn) return toSignInOutcome(signedIn);
  await customers.sendOwnerEmail(
    { accountId: 0, requestId },
    {
      key: requestId,
      kind: OwnerEmailKind.ADDRESS_IN_USE,
      recipient: email.trim(),
      recipientName: '',
      linkPath: '/signin',
      expiresAt: undefined,
    },
  );
  return 'known';
}

/** Mails a new link that verifies an owner's address. Earlier links no longer work. */
export async function mailVerificationLink(
  { auth, customers }: Pick<Clients, 'auth' | 'customers'>,
  caller: Caller,
  { accountId, email, name }: Owner,
): Promise<void> {
  const { token, expiresAt } = await auth.createVerificationLink(caller);
  await customers.sendOwnerEmail(
    { ...caller, accountId },
    {
      key: caller.requestId,
      kind: OwnerEmailKind.VERIFY_ADDRESS,
      recipient: email,
      expiresAt,
      recipientName: name === email ? '' : name,
      linkPath: `/verify/${token}`,
    },
  );
}
