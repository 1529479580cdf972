import type { CreateAccountRequest } from '@parcelyard/contracts/auth';
import { OwnerEmailKind } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingClient } from './billing-client';
import type { BudgetsClient } from './budgets-client';
import type { CustomersClient } from './customers-client';
import { mailVerificationLink } from './mail-verification-link';
import type { MembersClient, SignInOutcome } from './members-client';
import { openAccount } from './open-account';

interface Clients {
  readonly members: MembersClient;
  readonly billing: BillingClient;
  readonly customers: CustomersClient;
  readonly budgets: BudgetsClient;
}

interface Visitor {
  readonly requestId: string;
  readonly ip: string;
  readonly now: Date;
}

type NewOwner = Omit<CreateAccountRequest, 'unverified'> & { readonly referralCode: string };

/**
 * Opens an account for somebody whom nobody knows, and mails the link that proves the address. When the address has an
 * account already its owner is mailed instead, and `known` is for the caller alone to know: whoever signs up is told
 * the same. Who gives that account's password is signed in to it.
 * @throws DomainError invalid_argument; resource_exhausted or unavailable, with retryAfterSeconds
 */
export async function signUp(
  clients: Clients,
  { requestId, ip, now }: Visitor,
  wanted: NewOwner,
): Promise<SignInOutcome | 'known'> {
  const { members, customers, budgets } = clients;
  await budgets.spend('sign_up', { requestId, ip, account: wanted.email.trim().toLowerCase() });
  const { email, password } = wanted;
  const member = await openAccount(clients, { requestId, now }, { ...wanted, unverified: true }).catch(
    unlessKnown,
  );
  if (member) await mailVerificationLink(clients, { accountId: member.accountId, requestId }, member);
  const outcome = await members.signIn(requestId, email, password, ip).catch(unlessWrong);
  if (outcome) return outcome;
  await customers.sendOwnerEmail(requestId, {
    ...{ accountId: 0, kind: OwnerEmailKind.ADDRESS_IN_USE, recipient: email.trim(), recipientName: '' },
    ...{ linkPath: '/signin', expiresAt: undefined },
  });
  return 'known';
}

function unlessKnown(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'already_exists') throw error;
}

function unlessWrong(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
}
