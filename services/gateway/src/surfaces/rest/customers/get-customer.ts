import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_CUSTOMER, EXAMPLE_CUSTOMER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { customerSchema, presentCustomer } from './customer-schema';

/** @see [REST-C7] */
export const getCustomer = defineRoute({
  operationId: 'getCustomer',
  method: 'GET',
  path: '/public/customer/{id}',
  tag: 'Customers',
  summary: 'Get a customer',
  description: 'Returns one customer of the address book. Lists of customers and orders contain the id.',
  params: z.object({ id: pathId('Customer', 'Id of the customer.') }),
  answers: { 200: z.object({ result: customerSchema }) },
  example: { params: { id: EXAMPLE_CUSTOMER_ID }, answer: { result: EXAMPLE_CUSTOMER } },
  async run({ params }, { caller, clients }) {
    const customer = await clients.customers.getCustomer(caller, { customerId: params.id });
    return ok({ result: presentCustomer(customer) });
  },
});
