import type { CreateAccountRequest } from '@parcelyard/contracts/auth';
import { OwnerEmailKind } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingClient } from '../clients/billing-client';
import type { BudgetsClient } from '../clients/budgets-client';
import type { Caller } from '../clients/caller';
import type { CustomersClient } from '../clients/customers-client';
import type { Member, MembersClient, SignInOutcome } from '../clients/members-client';
import { openAccount, unlessWrong } from './open-account';

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
 * Opens an account for an unknown visitor and mails the link that verifies the address. When the address has an account
 * already, its owner is mailed instead; `known` is for the calling surface alone, and the visitor is told the same. A
 * visitor who gives that account's password is signed in to it.
 * @throws DomainError invalid_argument; resource_exhausted or unavailable, with retryAfterSeconds
 */
export async function signUp(
  clients: Clients,
  { requestId, ip, now }: Visitor,
  owner: NewOwner,
): Promise<SignInOutcome | 'known'> {
  const { members, customers, budgets } = clients;
  await budgets.spend('sign_up', { requestId, ip, account: owner.email.trim().toLowerCase() });
  const { email, password } = owner;
  const member = await openAccount(clients, { requestId, now }, { ...owner, unverified: true }).catch(
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

/** Mails a new link that verifies a member's address; an earlier link stops working. */
export async function mailVerificationLink(
  { members, customers }: Pick<Clients, 'members' | 'customers'>,
  caller: Caller,
  { accountId, email, name }: Member,
): Promise<void> {
  const { token, expiresAt } = await members.createVerificationLink(caller);
  await customers.sendOwnerEmail(caller.requestId, {
    ...{ accountId, kind: OwnerEmailKind.VERIFY_ADDRESS, recipient: email, expiresAt },
    recipientName: name === email ? '' : name,
    linkPath: `/verify/${token}`,
  });
}
