import { z } from 'zod';
import { countryCode, optionalText } from '../arguments/fields';
import { customerId } from '../arguments/record-ids';
import { defineTool } from '../tool';
import { presentCustomer } from './present-customer';

/** @see [MCP-C3] */
export const createOrUpdateCustomer = defineTool({
  name: 'create_or_update_customer',
  title: 'Create or update customer',
  description:
    'Changes the customer with this customer_id or email; a new email adds a customer. Only the given fields change. An email is never replaced; customer_id with email adds an email to a customer without one.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { idempotent: true, openWorld: false },
  input: z.object({
    customer_id: customerId().optional(),
    email: optionalText(
      'E-mail that identifies the customer. With customer_id: an e-mail for a customer without one.',
      { max: 254 },
    ),
    first_name: optionalText('First name.', { max: 100 }),
    last_name: optionalText('Last name.', { max: 100 }),
    company: optionalText('Company.', { max: 100 }),
    phone: optionalText('Phone number.', { max: 50 }),
    address1: optionalText('Street and number.', { max: 200 }),
    address2: optionalText('Second address line.', { max: 200 }),
    address3: optionalText('Third address line.', { max: 200 }),
    city: optionalText('City.', { max: 100 }),
    state: optionalText('State or province code.', { max: 50 }),
    zip: optionalText('ZIP or postal code, as text.', { max: 20 }),
    country: countryCode(),
  }),
  async run(args, { caller, clients }) {
    const { customer_id, first_name, last_name, ...rest } = args;
    const { created, customer } = await clients.customers.saveCustomer(caller, {
      ...rest,
      customerId: customer_id,
      firstName: first_name,
      lastName: last_name,
    });
    if (!customer) throw new Error('The address book did not return a customer.');
    return { created, ...presentCustomer(customer) };
  },
});
