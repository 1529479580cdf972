import type { Empty } from '@parcelyard/contracts/common';
import type { CustomerRef } from '@parcelyard/contracts/customers';
import type { CustomerStore } from '../adapters/mongo/customer-store';

/** Removes a person's record from the address book when the person asks for that. A repeated call changes nothing. */
export async function forgetCustomer(
  { customers }: { customers: Pick<CustomerStore, 'forget'> },
  { accountId, customerId }: CustomerRef,
): Promise<Empty> {
  await customers.forget(accountId, customerId);
  return {};
}
