import type {
  Customer,
  CustomerRef,
  GetCustomersRequest,
  GetCustomersResponse,
  ListCustomersRequest,
  ListCustomersResponse,
  ListLapsedCustomersRequest,
} from '@parcelyard/contracts/customers';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { clampPage } from '@parcelyard/service-kit/page';
import { searchable } from '@parcelyard/service-kit/searchable';
import { emailKey, LAPSED_AFTER_DAYS, sinceDays } from '../domain/customer';
import type { CustomersPorts } from '../ports';

const MAX_CUSTOMERS = 500;

type Ports = Pick<CustomersPorts, 'customers' | 'clock'>;

/** @throws DomainError `not_found`, for an absent record and for another account's record */
export async function getCustomer(
  { customers }: Pick<Ports, 'customers'>,
  { accountId, customerId }: CustomerRef,
): Promise<Customer> {
  const customer = await customers.get(accountId, customerId);
  if (customer) return customer;
  throw new DomainError('not_found', 'customer_not_found', { customerId }, { field: 'customer_id' });
}

/** Returns records of any accounts; absent records are left out. */
export async function getCustomers(
  { customers }: Pick<Ports, 'customers'>,
  { customers: refs }: GetCustomersRequest,
): Promise<GetCustomersResponse> {
  if (refs.length > MAX_CUSTOMERS) {
    throw new DomainError(
      'invalid_argument',
      'too_many_named',
      { max: MAX_CUSTOMERS, got: refs.length },
      { field: 'customers' },
    );
  }
  return { customers: await customers.getMany(refs) };
}

/**
 * Returns a page of the address book, by name. `query` matches the beginning of words in name, company and e-mail;
 * `email` matches exactly. Both ignore case.
 */
export const listCustomers = (
  { customers }: Ports,
  { accountId, query, email, minOrders, page }: ListCustomersRequest,
): Promise<ListCustomersResponse> =>
  customers.list(
    accountId,
    {
      // The query is cleaned in the same way as saved texts, so that it can match them.
      query: searchable(cleanSavedText(query)),
      // No customer has a blank e-mail, so a blank e-mail finds none.
      mailbox: email === undefined ? undefined : (emailKey(email) ?? ''),
      minOrders,
    },
    clampPage(page),
  );

/**
 * Returns customers who have ordered, but not in the last `days` days. The customer with the oldest last order is
 * first.
 */
export const listLapsedCustomers = (
  { customers, clock }: Ports,
  { accountId, days, page, timeZone, minOrders }: ListLapsedCustomersRequest,
): Promise<ListCustomersResponse> =>
  customers.listLapsed(
    accountId,
    { since: sinceDays(clock.now(), days > 0 ? days : LAPSED_AFTER_DAYS, timeZone), minOrders },
    clampPage(page),
  );
