import type { Address } from '@parcelyard/contracts/common';
import type { CreateOrderResponse, NewItem, NewOrder, Order } from '@parcelyard/contracts/orders';
import { fromDollars, toDollars } from '@parcelyard/money/dollars';
import { BLANK_ADDRESS } from '@parcelyard/service-kit/addresses/blank-address';
import type { Complete } from '@parcelyard/service-kit/complete';
import { z } from 'zod';
import { countryOfPostcode } from '../../values/country-of-postcode';
import { orderStatusLabel } from '../../values/order-status';
import {
  as,
  countryCode,
  optionalCountry,
  optionalText,
  positiveNumber,
  recordId,
  text,
  wholeCents,
  wholeNumber,
} from '../arguments/fields';
import { note } from '../note';
import type { Payload } from '../tool';
import { catalogNotes, presentCatalogEffect } from './catalog-effect';
import { presentShipTo } from './present-order';

/** Creates the schema of the destination of an order. */
export const shipTo = (description: string) =>
  z
    .object({
      name: text('Full name; split at the first space.', { max: 100 }),
      company: optionalText('Company.', { max: 100 }),
      street1: text('Street and number.', { max: 100 }),
      street2: optionalText('Apartment, suite, floor.', { max: 100 }),
      city: text('City.', { max: 100 }),
      state: text('State or province code, such as TX.', { max: 50 }),
      zip: text('ZIP or postal code, as a string.', { max: 20 }),
      country: countryCode(),
    })
    .meta({
      description: `${description} Fields: name, street1, city, state, zip; optional company, street2, country.`,
    });

export const itemFields = {
  name: text('Product name; adds or updates that product in the catalog.', { max: 200 }),
  quantity: wholeNumber('Units, 1 or more. Default 1.', { min: 1, max: 100_000 }).optional(),
  price: wholeCents(
    'Unit price in US dollars, 0 or more. Omitted: 0. A price of 0 does not change the catalog.',
    {
      max: 1_000_000,
    },
  ).optional(),
  sku: optionalText('SKU or UPC.', { max: 100 }),
};

const item = z.object({
  ...itemFields,
  notes: optionalText('Notes on this line.', { max: 500 }),
  hs_code: optionalText('For customs: HS code, 6 to 10 digits.', { max: 20 }),
  origin_country: optionalCountry('For customs: country of origin, two letters.'),
});

/**
 * Creates the schema of an order's lines.
 * @param none the last sentence of the description: what happens when the call gives no lines
 */
export const items = (none: string) =>
  z
    .array(item)
    .max(500, 'must hold at most 500 lines')
    .meta({
      description: `Line items, 500 at most, each with name, and optional quantity, price, sku, notes, hs_code, origin_country. ${none}`,
    })
    .optional();

export const weightOz = (description: string) =>
  positiveNumber(`Weight in ounces, above 0; ${description}`, { max: 100_000 }).optional();

export const newOrder = z
  .object({
    customer_id: recordId(
      'Customer',
      'Address-book customer to copy the recipient from; give this or ship_to.',
    ).optional(),
    ship_to: shipTo(
      'Inline recipient; give this or customer_id. A contact with the same name, street1 and ZIP is reused unchanged; create_or_update_customer can add an e-mail to a new contact.',
    ).optional(),
    items: items('Omitted or empty: none.'),
    weight_oz: weightOz('saved on the order. get_rates needs its own weight_oz.'),
    external_order_id: optionalText(
      'Your own order id. If an active order already has it, that order is returned and no order is created.',
      { max: 100 },
    ),
  })
  .refine((args) => (args.customer_id === undefined) !== (args.ship_to === undefined), {
    ...as('sentence'),
    // This check runs even when there are other problems, because some tools report all problems.
    when: ({ value }) => typeof value === 'object' && value !== null,
    error: ({ input: args }) =>
      `Exactly one of customer_id or ship_to must be provided; got ${
        (args as { ship_to?: unknown }).ship_to === undefined ? 'neither' : 'both'
      }.`,
  });

export type NewOrderArguments = z.infer<typeof newOrder>;

/** Fields of a new order that tools do not take. */
type NotTaken = 'invoiceNumber' | 'note' | 'date' | 'amounts' | 'byEmail' | 'requestKey';

export const toNewOrder = (args: NewOrderArguments): Complete<Omit<NewOrder, NotTaken>> => ({
  customerId: args.customer_id,
  shipTo: args.ship_to && toAddress(args.ship_to),
  items: (args.items ?? []).map(toNewItem),
  weightOz: args.weight_oz,
  externalOrderId: args.external_order_id || undefined,
  origin: 'mcp',
});

export const toAddress = (given: z.infer<ReturnType<typeof shipTo>>): Address => ({
  ...BLANK_ADDRESS,
  name: given.name,
  company: given.company ?? '',
  street1: given.street1,
  street2: given.street2 ?? '',
  city: given.city,
  state: given.state,
  zip: given.zip,
  country: (given.country || countryOfPostcode(given.zip) || 'US').toUpperCase(),
});

type GivenItem = { [Field in keyof z.infer<typeof item>]?: z.infer<typeof item>[Field] | undefined };

export const toNewItem = (given: GivenItem): NewItem => ({
  name: given.name ?? '',
  quantity: given.quantity ?? 1,
  priceCents: given.price === undefined ? undefined : fromDollars(given.price),
  sku: given.sku || undefined,
  notes: given.notes || undefined,
  hsCode: given.hs_code || undefined,
  originCountry: given.origin_country || undefined,
});

export const countryNotes = {
  found: note(
    'a ship_to without a country, when zip is a Canadian or British postal code',
    { zip: 'M5V 2T6', country: 'CA' },
    ({ zip, country }) =>
      `ship_to.country was not given. ${country} was used, because ${zip} is a postal code of that country. If this is wrong, correct it with update_order_address.`,
  ),
};

/** Returns a note when the country was found from the postal code. */
export function foundCountry({ country, zip }: z.infer<ReturnType<typeof shipTo>>): string[] {
  const found = country ? undefined : countryOfPostcode(zip);
  return found ? [countryNotes.found({ zip: zip.trim(), country: found })] : [];
}

export const newOrderNotes = {
  ...catalogNotes,
  ...countryNotes,
  created: note(
    'an order that was created',
    {},
    () =>
      'No postage was charged and no carrier was contacted. Next: get_rates with this order_id and the package weight.',
  ),
  existing: note(
    'an external_order_id that an active order has',
    {},
    () =>
      'An active order already has this external_order_id. That order is returned, and no order was created. Read it with get_order.',
  ),
};

/** @see [MCP-O9] */
export function presentNewOrder(args: NewOrderArguments, response: CreateOrderResponse): Payload {
  const order = response.order as Order;
  return response.created ? presentCreated(args, response, order) : presentExisting(order);
}

function presentCreated(args: NewOrderArguments, response: CreateOrderResponse, order: Order): Payload {
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
    ...presentCatalogEffect(response.catalog, args.ship_to && foundCountry(args.ship_to)),
    note: newOrderNotes.created({}),
  };
}

const presentExisting = (order: Order): Payload => ({
  created: false,
  skipped_existing: true,
  order_id: order.orderId,
  order_number: order.orderNumber,
  status: orderStatusLabel(order.status),
  note: newOrderNotes.existing({}),
});
