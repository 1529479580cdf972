import type { Address } from '@parcelyard/contracts/common';
import type { Customer, CustomersDefinition } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

/** A record of the address book as orders see it. */
export interface Contact {
  customerId: number;
  address: Address;
}

export type Customers = ReturnType<typeof createCustomersClient>;

/** The address book, reached over RPC. */
export function createCustomersClient(rpc: RpcClient<typeof CustomersDefinition>) {
  return {
    find: async (accountId: number, customerId: number): Promise<Contact | undefined> => {
      try {
        return toContact(await rpc.getCustomer({ accountId, customerId }));
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    /** The contact of the same name, street and ZIP, or of the same e-mail, unchanged, or a new one. */
    resolveContact: async (accountId: number, address: Address, byEmail?: boolean) => {
      const { customer, created } = await rpc.resolveContact({ accountId, address, byEmail });
      if (!customer) throw new Error('The address book gave no contact.');
      return { contact: toContact(customer), created };
    },
    /** Whether customers are told of a printed label: the owner may not want it, or may not mail others yet. */
    labelPrintedMail: async (accountId: number): Promise<'on' | 'off' | 'withheld'> => {
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
