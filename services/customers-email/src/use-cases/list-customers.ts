import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customer } from '../domain/customer';
import { clampPage, type Page } from '../domain/page';
import type { CustomerStore } from '../ports';

/** The address book by name; with a query those whose name, company or e-mail holds it, in any case. */
export const listCustomers =
  ({ customers }: { customers: CustomerStore }) =>
  (
    accountId: AccountId,
    query: string,
    wanted: Page | undefined,
  ): Promise<{ customers: Customer[]; total: number }> =>
    customers.list(accountId, query.trim().toLowerCase(), clampPage(wanted));
