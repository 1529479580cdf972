import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customer } from '../domain/customer';
import type { CustomerStore } from '../ports';

/** @throws DomainError `not_found`, the same whether the record is absent or another account's */
export const getCustomer =
  ({ customers }: { customers: CustomerStore }) =>
  async (accountId: AccountId, customerId: number): Promise<Customer> => {
    const customer = await customers.get(accountId, customerId);
    if (customer) return customer;
    const message = `Customer ${customerId} was not found in this account.`;
    throw DomainError.text('not_found', message, { field: 'customer_id' });
  };
