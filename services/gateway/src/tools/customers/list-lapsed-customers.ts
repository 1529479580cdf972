import type { Customer } from '@parcelyard/contracts/customers';
import { z } from 'zod';
import { appliedPage, page, pageOf, pageSize, wholeNumber } from '../arguments/fields';
import { defineTool, type Payload, READS } from '../tool';
import { presentCustomer } from './present-customer';

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;

/** @see decisions, list_lapsed_customers */
export const listLapsedCustomers = defineTool({
  name: 'list_lapsed_customers',
  title: 'List lapsed customers',
  description: 'Customers who have ordered before, but not lately; longest ago first.',
  ...READS,
  input: z.object({
    days: wholeNumber('Days without an order, 1 to 3650.', { min: 1, max: 3650 })
      .meta({ default: DEFAULT_DAYS })
      .optional(),
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, { caller, clients, clock }) {
    const applied = appliedPage(args);
    const days = args.days ?? DEFAULT_DAYS;
    const { customers, total } = await clients.customers.listLapsedCustomers(caller, { days, page: applied });
    return {
      customers: customers.map((customer) => presentLapsed(customer, clock.now())),
      days,
      ...pageOf(applied, total),
    };
  },
});

const presentLapsed = (customer: Customer, now: Date): Payload => ({
  ...presentCustomer(customer),
  days_since_last_order: customer.lastOrderAt
    ? Math.floor((now.getTime() - customer.lastOrderAt.getTime()) / DAY_MS)
    : null,
});
