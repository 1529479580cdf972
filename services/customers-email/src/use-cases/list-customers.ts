import type { AccountId } from '@parcelyard/service-kit/ids';
import { clampPage, type Page } from '@parcelyard/service-kit/page';
import { type Customer, emailKey } from '../domain/customer';
import type { CustomerStore } from '../ports';

/**
 * The address book by name; with a query those whose name, company or e-mail holds it from a word's beginning on, with an
 * e-mail those who have exactly that one, both in any case.
 */
export const listCustomers =
  ({ customers }: { customers: CustomerStore }) =>
  (
    accountId: AccountId,
    query: string,
    wanted: Page | undefined,
    email?: string,
  ): Promise<{ customers: Customer[]; total: number }> =>
    customers.list(
      accountId,
      { query: query.trim().toLowerCase(), mailbox: email === undefined ? undefined : emailKey(email) },
      clampPage(wanted),
    );
