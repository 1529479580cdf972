import type { UpdateOrderRequest } from '@parcelyard/contracts/orders';
import { fromDollars } from '@parcelyard/money/dollars';
import type { Complete } from '@parcelyard/service-kit/complete';
import { z } from 'zod';
import { as, dollars } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { defineTool } from '../tool';
import { items, toNewItem, weightOz } from './new-order';
import { presentOrder } from './present-order';

const amount = (description: string) => dollars(description, { max: 1_000_000 }).optional();

const cents = (amountGiven: number | undefined) =>
  amountGiven === undefined ? undefined : fromDollars(amountGiven);

const CHANGES = ['items', 'weight_oz', 'order_note', 'tax', 'shipping', 'discount'] as const;

/** What the tool does not take. */
type NotTaken =
  | 'accountId'
  | 'customerId'
  | 'shipTo'
  | 'invoiceNumber'
  | 'handlingCents'
  | 'subtotalCents'
  | 'totalCents'
  | 'keepAmounts';

/** @see [MCP-O17] */
export const updateOrder = defineTool({
  name: 'update_order',
  title: 'Update order',
  description:
    'Changes an order that has no label yet, and answers its full detail; what is left out stays as it is. Totals follow. Refused once a label exists or the order has shipped, was canceled or merged.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { idempotent: true, openWorld: false },
  input: z
    .object({
      order_id: orderId('Order to change'),
      items: items('They replace all lines, also by none; an item adds or updates the product of its name.'),
      weight_oz: weightOz('saved on the order.'),
      order_note: z
        .string()
        .max(1_000, 'must be at most 1000 characters')
        .meta({ description: 'The order’s own note; an empty one removes it.' })
        .optional(),
      tax: amount('Tax in US dollars, 0 or more.'),
      shipping: amount('Shipping charged to the buyer in US dollars, 0 or more.'),
      discount: amount('Discount in US dollars, 0 or more; not above what it is taken from.'),
    })
    .refine((args) => CHANGES.some((name) => args[name] !== undefined), {
      ...as('sentence'),
      error: 'Give at least one of items, weight_oz, order_note, tax, shipping or discount.',
    }),
  async run(args, context) {
    const order = await context.clients.orders.updateOrder(context.caller, {
      orderId: args.order_id,
      items: args.items && { items: args.items.map(toNewItem) },
      weightOz: args.weight_oz,
      note: args.order_note,
      taxCents: cents(args.tax),
      shippingCents: cents(args.shipping),
      discountCents: cents(args.discount),
    } satisfies Complete<Omit<UpdateOrderRequest, NotTaken>>);
    return presentOrder(order, context);
  },
});
