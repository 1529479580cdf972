import { OwnerEmailKind } from '@parcelyard/contracts/customers';
import type { Caller } from './caller';
import type { CustomersClient } from './customers-client';
import type { Member, MembersClient } from './members-client';

interface Clients {
  readonly members: MembersClient;
  readonly customers: CustomersClient;
}

/** Mails a fresh link that proves a member's address; an earlier one is dead. */
export async function mailVerificationLink(
  { members, customers }: Clients,
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
