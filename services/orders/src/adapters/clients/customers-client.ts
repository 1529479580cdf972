import type { Customer, CustomersDefinition } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Contact, Customers } from '../../ports';

/** The address book, reached over RPC. */
export function createCustomersClient(rpc: RpcClient<typeof CustomersDefinition>): Customers {
  return {
    find: async (accountId, customerId) => {
      try {
        return toContact(await rpc.getCustomer({ accountId, customerId }));
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    resolveContact: async (accountId, address, byEmail) => {
      const { customer, created } = await rpc.resolveContact({ accountId, address, byEmail });
      if (!customer) throw DomainError.text('internal', 'The address book gave no contact.');
      return { contact: toContact(customer), created };
    },
    labelPrintedMail: async (accountId) => {
      const { labelPrintedEmail, addressUnverified } = await rpc.getMailSettings({ accountId });
      if (!labelPrintedEmail) return 'off';
      return addressUnverified ? 'withheld' : 'on';
    },
  };
}

function toContact(customer: Customer): Contact {
  const { customerId, firstName, lastName, company, city, state, zip, country, phone, email } = customer;
  return {
    customerId,
    address: {
      name: `${firstName} ${lastName}`.trim(),
      firstName,
      lastName,
      company,
      street1: customer.address1,
      street2: customer.address2,
      street3: customer.address3,
      city,
      state,
      zip,
      country,
      phone,
      email,
    },
  };
}
