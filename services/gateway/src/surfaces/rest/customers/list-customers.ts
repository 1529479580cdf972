import { z } from 'zod';
import { appliedPage, optionalText, pageParameters, paginationOf, paginationSchema } from '../fields';
import { EXAMPLE_CUSTOMER, EXAMPLE_EMAIL } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { customerSchema, presentCustomer } from './customer-schema';

/** @see [REST-C1], [REST-C2] */
export const listCustomers = defineRoute({
  operationId: 'listCustomers',
  method: 'GET',
  path: '/public/customers',
  tag: 'Customers',
  summary: 'List customers',
  description: 'Returns the address book by name, A to Z.',
  query: z.object({
    email: optionalText(
      'Only customers with exactly this e-mail address; upper and lower case make no difference.',
      { max: 254 },
    ),
    ...pageParameters,
  }),
  answers: {
    200: z.object({
      result: z.array(customerSchema),
      pagination: paginationSchema('totalCustomers').meta({ id: 'CustomerPagination' }),
    }),
  },
  example: {
    query: { email: EXAMPLE_EMAIL, page: 1, pageSize: 25 },
    answer: {
      result: [EXAMPLE_CUSTOMER],
      pagination: { currentPage: 1, pageSize: 25, totalCustomers: 1, totalPages: 1 },
    },
  },
  async run({ query }, { caller, clients }) {
    const page = appliedPage(query);
    const { customers, total } = await clients.customers.listCustomers(caller, {
      query: '',
      email: query.email,
      page,
    });
    const pagination = paginationOf(page, 'totalCustomers', total);
    return ok({ result: customers.map(presentCustomer), pagination });
  },
});
