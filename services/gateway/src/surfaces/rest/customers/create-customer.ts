import { z } from 'zod';
import { EXAMPLE_CUSTOMER, EXAMPLE_RECIPIENT } from '../openapi/example-values';
import { RestRefusal } from '../rest-refusal';
import { created, defineRoute } from '../route';
import { customerEmail, customerFields, customerSchema, presentCustomer } from './customer-schema';
import { fitsCountry, STATE_FITS_COUNTRY, STATE_RULE } from './state-rule';

/** @see [REST-C3], [REST-C4] */
export const createCustomer = defineRoute({
  operationId: 'createCustomer',
  method: 'POST',
  path: '/public/customer',
  tag: 'Customers',
  summary: 'Create a customer',
  description:
    'Only the e-mail address is required. Later orders with this address are linked to the customer.',
  body: z
    .object({ email: customerEmail, ...customerFields })
    .refine(fitsCountry, { path: ['state'], error: STATE_RULE })
    .meta({ id: 'CustomerInput', ...STATE_FITS_COUNTRY }),
  answers: { 201: z.object({ result: customerSchema }) },
  refusals: {
    409: {
      description:
        '`Customer Exists`: a customer with this e-mail address exists already. Nothing was changed.',
      codes: ['customer_exists'],
      members: z.object({ customerId: z.int().optional() }),
    },
  },
  example: {
    body: { ...EXAMPLE_RECIPIENT, email: 'grace@example.com' },
    answer: { result: { ...EXAMPLE_CUSTOMER, email: 'grace@example.com' } },
  },
  async run({ body }, { caller, clients }) {
    const saved = await clients.customers.saveCustomer(caller, {
      ...body,
      onlyAdd: true,
      clearBlanks: false,
    });
    if (!saved.customer) throw new Error('The address book did not return a customer.');
    if (saved.created) return created({ result: presentCustomer(saved.customer) });
    throw new RestRefusal('customer_exists', 'Customer Exists', {
      members: { customerId: saved.customer.customerId },
    });
  },
});
