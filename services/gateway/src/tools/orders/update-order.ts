import type { LineRef, Order, UpdateOrderRequest } from '@parcelyard/contracts/orders';
import { fromDollars } from '@parcelyard/money/dollars';
import type { Complete } from '@parcelyard/service-kit/complete';
import { type ZodObject, z } from 'zod';
import { as, optionalText, wholeCents, wholeNumber } from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { defineTool } from '../tool';
import { catalogNotes, presentCatalogEffect } from './catalog-effect';
import { itemFields, items, toNewItem, weightOz } from './new-order';
import { presentOrder } from './present-order';

const amount = (description: string) => wholeCents(description, { max: 1_000_000 }).optional();

const cents = (amountGiven: number | undefined) =>
  amountGiven === undefined ? undefined : fromDollars(amountGiven);

const { quantity, price, sku } = itemFields;

const lines = <Line extends ZodObject>(line: Line, description: string) =>
  z.array(line).max(500, 'must hold at most 500 lines').meta({ description }).optional();

const named = { sku, name: optionalText('Product name.', { max: 200 }) };
const removedUnits = wholeNumber('Units to remove. Omitted: the whole line.', {
  min: 1,
  max: 100_000,
}).optional();

const isNamed = (line: { sku?: string | undefined; name?: string | undefined }) =>
  Boolean(line.sku?.trim() || line.name?.trim());
const SKU_MISSING = { ...as('missing'), path: ['sku'] };

const changes = {
  items: items(
    'They replace all lines; an empty list removes all. Not together with add_items or remove_items.',
  ),
  add_items: lines(
    z.object({ ...named, quantity, price }).refine(isNamed, SKU_MISSING),
    'Lines to add, each with sku or name, optional quantity and price. If the order has the line, its quantity increases. With sku alone, name and price come from the catalog.',
  ),
  remove_items: lines(
    z.object({ ...named, quantity: removedUnits }).refine(isNamed, SKU_MISSING),
    'Lines to remove before add_items, each with sku or name, optional quantity.',
  ),
  weight_oz: weightOz('saved on the order.'),
  order_note: optionalText('Note of the order; an empty text removes the note.', { max: 1_000 }),
  tax: amount('Tax in US dollars, 0 or more.'),
  shipping: amount('Shipping charged to the buyer in US dollars, 0 or more.'),
  discount: amount('Discount in US dollars, 0 or more, at most the total before the discount.'),
};
const CHANGES = Object.keys(changes) as (keyof typeof changes)[];

/** Fields that the tool does not take. */
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
    'Changes an order and returns its full detail. Fields that are left out do not change; totals are recalculated. Refused if the order has a label or was shipped, canceled, merged or refunded.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { openWorld: false },
  notes: catalogNotes,
  input: z
    .object({
      order_id: orderId('Order to change'),
      ...changes,
    })
    .refine((args) => CHANGES.some((name) => args[name] !== undefined), {
      ...as('sentence'),
      error: `Give at least one of ${CHANGES.slice(0, -1).join(', ')} or ${CHANGES.at(-1)}.`,
    }),
  async run(args, context) {
    const { order, catalog } = await context.clients.orders.updateOrder(context.caller, {
      orderId: args.order_id,
      items: args.items && { items: args.items.map(toNewItem) },
      addItems: args.add_items && { items: args.add_items.map(toNewItem) },
      removeItems: args.remove_items && { lines: args.remove_items.map(toLineRef) },
      weightOz: args.weight_oz,
      note: args.order_note,
      taxCents: cents(args.tax),
      shippingCents: cents(args.shipping),
      discountCents: cents(args.discount),
    } satisfies Complete<Omit<UpdateOrderRequest, NotTaken>>);
    return { ...presentCatalogEffect(catalog), ...presentOrder(order as Order, context) };
  },
});

const toLineRef = (line: {
  sku?: string | undefined;
  name?: string | undefined;
  quantity?: number | undefined;
}): LineRef => ({
  name: line.name ?? '',
  sku: line.sku || undefined,
  quantity: line.quantity,
});
