import type { Customer } from '@parcelyard/contracts/customers';
import type { ImportedOrder } from '@parcelyard/contracts/orders';
import { demoProducts } from '../demo-products';
import { orderContents } from '../order-contents';
import { recipientOf } from '../recipient-of';
import type { HistoryWeek } from './history-weeks';

const HOUR_MS = 3_600_000;

/** An address where sandbox carriers cannot deliver. */
const UNDELIVERABLE = 'SBX_SCAN_EXCEPTION';

/** A customer with its id in the address book. */
export type Listed = Customer & { readonly customerId: number };

/** Returns the week's orders. Each order is nine hours newer than the previous one. */
export function historyOrders(week: HistoryWeek, book: readonly Listed[], now: Date): ImportedOrder[] {
  return week.customers.map((place, position) => {
    const person = book[place] as Listed;
    const product = demoProducts[(week.daysAgo + position * 2) % 7] as (typeof demoProducts)[number];
    const quantity = 1 + ((week.daysAgo + position) % 3);
    const absent = week.firstLabel === 'cannot be delivered' && position === 0;
    return {
      externalOrderId: `${absent ? UNDELIVERABLE : 'history'}-${week.daysAgo}-${position + 1}`,
      status: 'ChooseShipping',
      date: new Date(now.getTime() - (week.customers.length - position) * 9 * HOUR_MS),
      recipient: recipientOf(person),
      customerId: person.customerId,
      ...orderContents(product, quantity),
      weightOz: 8 + ((week.daysAgo + position) % 5) * 9,
      note: '',
    };
  });
}
