import { z } from 'zod';
import { appliedPage, pageParameters, paginationOf } from '../fields';
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
  description: 'The address book by name, A to Z.',
  query: z.object({
    email: z
      .string()
      .max(254, 'must be at most 254 characters')
      .meta({ description: 'Only the customers with exactly this e-mail, in any case.' })
      .optional(),
    ...pageParameters,
  }),
  answers: {
    200: z.object({
      result: z.array(customerSchema),
      pagination: z
        .object({
          currentPage: z.int(),
          pageSize: z.int(),
          totalCustomers: z.int(),
          totalPages: z.int(),
        })
        .meta({ id: 'CustomerPagination' }),
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
    const { currentPage, pageSize, totalPages } = paginationOf(page, total);
    return ok({
      result: customers.map(presentCustomer),
      pagination: { currentPage, pageSize, totalCustomers: total, totalPages },
    });
  },
});
