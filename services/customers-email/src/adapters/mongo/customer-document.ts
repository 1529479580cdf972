import type { Customer, CustomerKeys } from '../../domain/customer';

export interface CustomerDocument extends Omit<Customer, 'accountId' | 'customerId'>, CustomerKeys {
  _id: number;
  accountId: number;
  v: 1;
  sortKey: string;
  searchText: string;
  /** What the search is indexed by (docs/adr: searching the address book). */
  searchTails: string[];
  /** The e-mail in lower case, on every record that has one; `emailKey` is on only one of them. */
  mailbox?: string | undefined;
}
