import type { Customer } from '@parcelyard/contracts/customers';
import { daysBetween } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { z } from 'zod';
import { type ShopDay, shopDay } from '../../operations/shop-day';
import { appliedPage, page, pageOf, pageSize, wholeNumber } from '../arguments/fields';
import { defineTool, type Payload, READS } from '../tool';
import { presentCustomer } from './present-customer';

const DEFAULT_DAYS = 90;

/** @see [MCP-C4] */
export const listLapsedCustomers = defineTool({
  name: 'list_lapsed_customers',
  title: 'List lapsed customers',
  description:
    'Customers who have ordered before, but not within days; oldest last order first. Days are counted in time_zone.',
  ...READS,
  input: z.object({
    days: wholeNumber('Days without an order, 1 to 3650.', { min: 1, max: 3650 })
      .meta({ default: DEFAULT_DAYS })
      .optional(),
    min_orders: wholeNumber('Minimum number of orders.', {
      min: 1,
      max: 1_000_000,
    }).optional(),
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const applied = appliedPage(args);
    const days = args.days ?? DEFAULT_DAYS;
    const { customers, total } = await clients.customers.listLapsedCustomers(caller, {
      days,
      page: applied,
      ...(args.min_orders !== undefined && { minOrders: args.min_orders }),
    });
    const day = shopDay(context);
    return {
      customers: customers.map((customer) => presentLapsed(customer, day)),
      days,
      ...pageOf(applied, total),
      ...day,
    };
  },
});

const presentLapsed = (customer: Customer, day: ShopDay): Payload => ({
  ...presentCustomer(customer),
  days_since_last_order: customer.lastOrderAt ? daysSince(customer.lastOrderAt, day) : null,
});

const daysSince = (time: Date, { today, time_zone }: ShopDay): number =>
  daysBetween(dayIn(time, time_zone), today);
