import { createCustomer } from './customers/create-customer';
import { listCustomers } from './customers/list-customers';
import { updateCustomer } from './customers/update-customer';
import type { RestRoute } from './route';

/** The REST API, one line an operation; the published document lists them in this order. */
export const restRoutes: readonly RestRoute[] = [
  // Customers
  listCustomers,
  createCustomer,
  updateCustomer,
];
