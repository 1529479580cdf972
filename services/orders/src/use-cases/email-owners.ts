import type { Customers } from '../adapters/clients/customers-client';
import { isPlaceholderEmail } from '../domain/ship-to';

/**
 * Returns the customers with this e-mail. Their orders show it if they have no e-mail of their own. Empty for a
 * placeholder, because no order shows the placeholder of its customer.
 */
export const emailOwners = async (
  customers: Pick<Customers, 'idsWithEmail'>,
  accountId: number,
  email = '',
): Promise<number[]> => (isPlaceholderEmail(email) ? [] : customers.idsWithEmail(accountId, email));
