import type { Address } from '@parcelyard/contracts/common';
import type { Customer, CustomerRef, CustomersDefinition } from '@parcelyard/contracts/customers';
import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

/** A record of the address book with the fields that orders use. */
export interface Contact {
  customerId: number;
  address: Address;
}

interface LabelPrintedMail {
  readonly state: 'on' | 'off' | 'withheld';
  readonly bounced: ReadonlySet<string>;
}

export type Customers = ReturnType<typeof createCustomersClient>;

type CustomersRpc = RpcClient<typeof CustomersDefinition>;

const MAX_CUSTOMERS = 500;
const MAX_CALLS = 4;
/** The longest page of a list of the address book. */
const MAX_LISTED = 100;

/** A client for the address book, which is in the customers-email service. */
export function createCustomersClient(rpc: CustomersRpc) {
  const find = joinAccounts({
    send: (refs: readonly CustomerRef[]) => findMany(rpc, refs),
    accountOf: ({ accountId }) => accountId,
    repeats: true,
    maxBatch: MAX_CUSTOMERS,
    maxInFlight: MAX_CALLS,
  });
  return {
    /**
     * Finds a record of the address book. Requests that come at the same time, such as those for a page of orders,
     * share one call.
     */
    find: (accountId: number, customerId: number): Promise<Contact | undefined> =>
      find({ accountId, customerId }),
    /** Returns the ids of the records with exactly this e-mail, in upper or lower case. */
    idsWithEmail: async (accountId: number, email: string): Promise<number[]> => {
      const ids: number[] = [];
      for (let page = 1; ; page += 1) {
        const asked = { accountId, query: '', email, page: { page, pageSize: MAX_LISTED } };
        const { customers, total } = await rpc.listCustomers(asked);
        ids.push(...customers.map(({ customerId }) => customerId));
        if (customers.length === 0 || ids.length >= total) return ids;
      }
    },
    /**
     * Finds the contact with this name, street and ZIP, or with this e-mail. A found contact is not changed. If no
     * contact is found, creates one.
     */
    resolveContact: async (accountId: number, address: Address, byEmail?: boolean) => {
      const { customer, created } = await rpc.resolveContact({ accountId, address, byEmail });
      if (!customer) throw new Error('The address book did not return a contact.');
      return { contact: toContact(customer), created };
    },
    forget: async (accountId: number, customerId: number): Promise<void> => {
      await rpc.forgetCustomer({ accountId, customerId });
    },
    /**
     * Returns whether customers get mail about a printed label. The state is `off` when the owner does not want such
     * mail, and `withheld` while the owner's own address is not verified. Also returns the addresses, in lower case,
     * whose mail bounces.
     */
    labelPrintedMail: async (accountId: number): Promise<LabelPrintedMail> => {
      const settings = await rpc.getMailSettings({ accountId, withBounced: true });
      const { labelPrintedEmail, addressUnverified, bouncedAddresses } = settings;
      const wanted = addressUnverified ? 'withheld' : 'on';
      return { state: labelPrintedEmail ? wanted : 'off', bounced: new Set(bouncedAddresses) };
    },
  };
}

async function findMany(rpc: CustomersRpc, refs: readonly CustomerRef[]): Promise<(Contact | undefined)[]> {
  const distinct = new Map(refs.map((ref) => [keyOf(ref), ref]));
  const found = await rpc.getCustomers({ customers: [...distinct.values()] });
  const contacts = new Map(found.customers.map((customer) => [keyOf(customer), toContact(customer)]));
  return refs.map((ref) => contacts.get(keyOf(ref)));
}

const keyOf = ({ accountId, customerId }: CustomerRef) => `${accountId} ${customerId}`;

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
