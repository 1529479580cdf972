import type { Customers } from '../adapters/clients/customers-client';
import { isPlaceholderEmail } from '../domain/ship-to';

/**
 * Returns the customers with this e-mail. An order without an e-mail of its own shows its customer's e-mail. Returns
 * nothing for a placeholder, because no order shows the placeholder of its customer.
 */
export const emailOwners = async (
  customers: Pick<Customers, 'idsWithEmail'>,
  accountId: number,
  email = '',
): Promise<number[]> => (isPlaceholderEmail(email) ? [] : customers.idsWithEmail(accountId, email));
