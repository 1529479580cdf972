import type { Customers } from '../adapters/clients/customers-client';
import { isPlaceholderEmail } from '../domain/ship-to';

/**
 * Returns the customers with this e-mail. An order without an e-mail of its own shows its customer's e-mail. Returns no
 * customers for a placeholder such as `none@…`, because an order never shows a placeholder from its customer's record.
 */
export const emailOwners = async (
  customers: Pick<Customers, 'idsWithEmail'>,
  accountId: number,
  email = '',
): Promise<number[]> => (isPlaceholderEmail(email) ? [] : customers.idsWithEmail(accountId, email));
