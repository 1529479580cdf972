import type { ImportedOrder } from '@parcelyard/contracts/orders';
import { demoCustomers } from './demo-customers';
import { demoProducts } from './demo-products';
import { orderContents } from './order-contents';
import { recipientOf } from './recipient-of';

const DAY_MS = 86_400_000;

/**
 * The demo shop's orders by status; 30 in all. Statuses that only an order with a label can have are left out, because
 * the demo buys no labels.
 */
const STATUSES: readonly (readonly [status: string, count: number])[] = [
  ['ChooseShipping', 14],
  ['WaitingForPayment', 2],
  ['BackOrdered', 1],
  ['InvoiceDraft', 1],
  ['MissingEmail_InvoiceDraft', 1],
  ['InTransit', 3],
  ['Delivered', 6],
  ['Refunded', 1],
  ['Deleted', 1],
];

const SHIPPED: ReadonlySet<string> = new Set(['InTransit', 'Delivered']);

/** Returns orders of the last four weeks. `customerIds` are the ids of the demo customers, in order. */
export function demoOrders(customerIds: readonly number[], now: Date): ImportedOrder[] {
  const people = demoCustomers(0);
  return STATUSES.flatMap(([status, count]) => Array<string>(count).fill(status)).map((status, position) => {
    const person = people[position % people.length] as (typeof people)[number];
    const product = demoProducts[(position * 3) % 7] as (typeof demoProducts)[number];
    const quantity = 1 + (position % 3);
    // Open orders are the newest orders, as in a shop that ships daily.
    const placedAt = new Date(now.getTime() - (position * 0.9 + 0.1) * DAY_MS);
    return {
      externalOrderId: `demo-${String(position + 1).padStart(3, '0')}`,
      status,
      date: placedAt,
      recipient: { ...recipientOf(person), ...(status === 'MissingEmail_InvoiceDraft' && { email: '' }) },
      ...(customerIds[position % people.length] === undefined
        ? {}
        : { customerId: customerIds[position % people.length] }),
      ...orderContents(product, quantity),
      weightOz: 6 + (position % 5) * 7,
      note: '',
      ...(SHIPPED.has(status) ? shipment(status, placedAt, position) : {}),
    };
  });
}

function shipment(status: string, placedAt: Date, position: number): Partial<ImportedOrder> {
  const after = (days: number) => new Date(placedAt.getTime() + days * DAY_MS);
  return {
    trackingNumber: `DEMO${String(90_000_000 + position)}`,
    shippingCostCents: 512 + position * 9,
    shipDate: after(1),
    inTransitDate: after(1.5),
    ...(status === 'Delivered' ? { deliveredDate: after(4) } : {}),
  };
}
