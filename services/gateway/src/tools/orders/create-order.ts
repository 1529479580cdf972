import type { Address } from '@parcelyard/contracts/common';
import type { CreateOrderResponse, NewItem, Order } from '@parcelyard/contracts/orders';
import { fromDollars, toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import {
  as,
  countryCode,
  dollars,
  optionalText,
  positiveNumber,
  recordId,
  text,
  wholeNumber,
} from '../arguments/fields';
import { defineTool, type Payload } from '../tool';
import { orderStatusLabel } from './order-status-labels';
import { presentShipTo } from './present-ship-to';

const shipTo = z
  .object({
    name: text('Full name; split at the first space into first and last name.', { max: 100 }),
    company: optionalText('Company.', { max: 100 }),
    street1: text('Street and number.', { max: 100 }),
    street2: optionalText('Apartment, suite, floor.', { max: 100 }),
    city: text('City.', { max: 100 }),
    state: text('State or province code, such as TX.', { max: 50 }),
    zip: text('ZIP or postal code, as a string (a number loses its leading zero).', { max: 20 }),
    country: countryCode(),
  })
  .meta({
    description:
      'Inline recipient; give this or customer_id. A contact with the same name, street1 and ZIP is reused unchanged.',
  });

const item = z.object({
  name: text('Product name; adds or updates the product of that name in the catalog.', { max: 200 }),
  quantity: wholeNumber('Units, 1 or more. Default 1.', { min: 1, max: 100_000 }).optional(),
  price: dollars('Unit price in US dollars, 0 or more. Default 0.', { max: 1_000_000 }).optional(),
  sku: optionalText('SKU or UPC.', { max: 100 }),
  notes: optionalText('Notes on this line.', { max: 500 }),
});

const input = z
  .object({
    customer_id: recordId(
      'Customer',
      'Address-book customer to copy the recipient from; give this or ship_to.',
    ).optional(),
    ship_to: shipTo.optional(),
    items: z
      .array(item)
      .max(500, 'must hold at most 500 lines')
      .meta({ description: 'Line items, 500 at most. Omitted or empty: none.' })
      .optional(),
    weight_oz: positiveNumber(
      'Weight in ounces, above 0; saved on the order. get_rates needs its own weight_oz.',
      { max: 100_000 },
    ).optional(),
    external_order_id: optionalText(
      'Your own order id. If a live order already carries it, that order is returned and none is created.',
      { max: 100 },
    ),
  })
  .refine((args) => (args.customer_id === undefined) !== (args.ship_to === undefined), {
    ...as('sentence'),
    error: ({ input: args }) =>
      `Exactly one of customer_id or ship_to must be provided; got ${
        (args as { ship_to?: unknown }).ship_to === undefined ? 'neither' : 'both'
      }.`,
  });

type Arguments = z.infer<typeof input>;

/** @see specification, "create_order" */
export const createOrder = defineTool({
  name: 'create_order',
  title: 'Create order',
  description:
    'Creates one order, ready to ship, for an address-book customer or an inline recipient. Charges no postage and contacts no carrier; the address is checked when rates are asked for.',
  access: 'Changes data',
  oauth: true,
  saves: 'always',
  hints: { onlyAdds: true, openWorld: false },
  input,
  async run(args, { caller, clients }) {
    const response = await clients.orders.createOrder(caller, {
      customerId: args.customer_id,
      shipTo: args.ship_to && toAddress(args.ship_to),
      items: (args.items ?? []).map(toNewItem),
      weightOz: args.weight_oz,
      externalOrderId: args.external_order_id || undefined,
    });
    const order = response.order as Order;
    return response.created ? presentCreated(args, response, order) : presentExisting(order);
  },
});

function presentCreated(args: Arguments, response: CreateOrderResponse, order: Order): Payload {
  return {
    created: true,
    order_id: order.orderId,
    order_number: order.orderNumber,
    status: orderStatusLabel(order.status),
    ship_to: presentShipTo(order.shipTo as Address),
    items_count: order.items.length,
    ...(order.items.length > 0 && {
      subtotal: toDollars(order.subtotalCents),
      total: toDollars(order.totalCents),
    }),
    ...(args.ship_to && {
      customer_id: response.customerId ?? order.customerId,
      customer_created: response.customerCreated ?? false,
    }),
    ...(args.weight_oz !== undefined && { weight_oz: args.weight_oz }),
    ...(args.external_order_id && { external_order_id: args.external_order_id }),
    note: 'No postage was charged and no carrier was contacted. Next: get_rates with this order_id and the package weight.',
  };
}

const presentExisting = (order: Order): Payload => ({
  created: false,
  skipped_existing: true,
  order_id: order.orderId,
  order_number: order.orderNumber,
  status: orderStatusLabel(order.status),
  note: 'A live order already carries this external_order_id, so that order is returned and none was created.',
});

const toAddress = (given: z.infer<typeof shipTo>): Address => ({
  name: given.name,
  firstName: '',
  lastName: '',
  company: given.company ?? '',
  street1: given.street1,
  street2: given.street2 ?? '',
  street3: '',
  city: given.city,
  state: given.state,
  zip: given.zip,
  country: (given.country || 'US').toUpperCase(),
  phone: '',
  email: '',
});

const toNewItem = (given: z.infer<typeof item>): NewItem => ({
  name: given.name,
  quantity: given.quantity ?? 1,
  priceCents: fromDollars(given.price ?? 0),
  sku: given.sku || undefined,
  notes: given.notes || undefined,
});
