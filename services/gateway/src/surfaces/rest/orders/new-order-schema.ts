import type { Address } from '@parcelyard/contracts/common';
import type { NewItem, NewOrder, StatedAmounts } from '@parcelyard/contracts/orders';
import { fromDollars } from '@parcelyard/money/dollars';
import type { Complete } from '@parcelyard/service-kit/complete';
import { z } from 'zod';
import {
  amount,
  momentOf,
  optionalText,
  patternedText,
  positiveNumber,
  recordId,
  text,
  timestamp,
  wholeNumber,
} from '../fields';
import type { RestContext } from '../route';

const TWO_LETTERS = /^\s*[A-Za-z]{2}\s*$/;
/** Digits with dots or spaces, as tariffs print them: 6109.10.0012. */
const HS_CODE = /^\s*(?:\d[ .]?){5,9}\d\s*$/;

const itemSchema = z
  .object({
    itemCode: text('Your code of the item.', { max: 100 }),
    upc: optionalText('UPC of the item.', { max: 50 }),
    price: amount('Price of one piece; 0 if left out.').optional(),
    quantity: wholeNumber('Number of pieces.', { min: 1, max: 100_000 }),
    hsCode: patternedText(
      'For customs: code in the Harmonized System, six digits or more.',
      HS_CODE,
      'must be 6 to 10 digits, such as 610910',
      { max: 20 },
    ).optional(),
    originCountry: patternedText(
      'For customs: two-letter code of the country where the item was made.',
      TWO_LETTERS,
      'must be a two-letter code',
      { max: 2 },
    ).optional(),
  })
  .meta({ id: 'OrderItemInput' });

/** @param customer a sentence which says how the address affects the order's customer */
export const recipientEmail = (customer: string) =>
  optionalText(
    `E-mail address of the recipient. ${customer} If the text is not an e-mail address, no mail is sent to it.`,
    { max: 100 },
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would end a mail's header
    { pattern: /^[^\x00-\x1f\x7f]*$/, rule: 'must not contain control characters' },
  );

/**
 * The fields with which an order is created.
 * @see [REST-O1], [REST-O2]
 */
export const orderFields = {
  invoiceNumber: text(
    'Your number of the order. No other active order (not canceled or merged) of the account may have it.',
    { max: 255 },
  ),
  firstName: text('First name of the recipient.', { max: 50 }),
  lastName: text('Last name of the recipient.', { max: 50 }),
  email: recipientEmail(
    'The order is linked to the customer with exactly this address; upper and lower case make no difference.',
  ),
  phone: optionalText('Phone number of the recipient.', { max: 10 }),
  address1: text('Street and number.', { max: 50 }),
  address2: optionalText('Apartment, suite, floor.', { max: 50 }),
  address3: optionalText('Third address line.', { max: 50 }),
  city: text('City.', { max: 50 }),
  state: patternedText('Two-letter state code.', TWO_LETTERS, 'must be a two-letter code', { max: 2 }),
  zip: patternedText('Five-digit ZIP, as text.', /^\d{5}$/, 'must be a five-digit ZIP', { max: 5 }),
  country: patternedText('Two-letter country code.', TWO_LETTERS, 'must be a two-letter code', { max: 2 }),
  total: amount('Total of the order; calculated from the other amounts if left out.').optional(),
  salesTax: amount('Sales tax.').optional(),
  handling: amount('Handling.').optional(),
  subtotal: amount('Subtotal of the order; the sum of the items if left out.').optional(),
  shipping: amount('Shipping charged to the buyer.').optional(),
  weight: positiveNumber('Weight of the packed parcel in ounces.', { max: 100_000 }).optional(),
  discount: amount('Discount.').optional(),
  items: z
    .array(itemSchema)
    .min(1, 'must hold at least one item')
    .max(500, 'must hold at most 500 items')
    .meta({ description: 'Items of the order, 1 to 500 lines.' }),
  customerId: recordId(
    'Customer to whom the order is linked. If it is given, the e-mail address does not select a customer.',
  ).optional(),
  orderNote: optionalText('Note on the order.', { max: 50 }),
};

export const newOrderSchema = z
  .object({
    ...orderFields,
    externalOrderId: optionalText(
      'Your id of the order. If an active order (not canceled or merged) already has this id, that order is returned and no order is created.',
      { max: 100 },
    ),
    orderDate: timestamp('When the order was placed; now if left out.').optional(),
  })
  .meta({ id: 'OrderInput' });

export type NewOrderBody = z.output<typeof newOrderSchema>;

type Request = Pick<RestContext, 'caller' | 'requestKey'>;

/**
 * Converts the body. The result contains the request's key, so that a repeated request finds the order that the first
 * request created.
 */
export const toNewOrder = (body: NewOrderBody, { caller, requestKey }: Request): Complete<NewOrder> => ({
  ...toGiven(body),
  shipTo: toAddress(body),
  items: body.items.map(toNewItem),
  externalOrderId: body.externalOrderId || undefined,
  date: body.orderDate === undefined ? undefined : momentOf(body.orderDate, caller),
  amounts: toAmounts(body),
  byEmail: true,
  requestKey,
  origin: 'api',
});

type OrderFields = { [F in keyof typeof orderFields]?: NewOrderBody[F] | undefined };

/** Converts the fields that are the same when an order is created and when it is edited. */
export const toGiven = (body: OrderFields) => ({
  customerId: body.customerId,
  weightOz: body.weight,
  invoiceNumber: body.invoiceNumber,
  note: body.orderNote,
});

const toAddress = (body: NewOrderBody): Address => ({
  name: `${body.firstName.trim()} ${body.lastName.trim()}`,
  firstName: body.firstName,
  lastName: body.lastName,
  company: '',
  street1: body.address1,
  street2: body.address2 ?? '',
  street3: body.address3 ?? '',
  city: body.city,
  state: body.state,
  zip: body.zip,
  country: body.country,
  phone: body.phone ?? '',
  email: body.email ?? '',
});

export const toNewItem = (item: z.output<typeof itemSchema>): NewItem => ({
  // The name stays empty, because products are found by name and the item code is not a name.
  name: '',
  sku: item.itemCode,
  upc: item.upc || undefined,
  priceCents: toCents(item.price),
  quantity: item.quantity,
  hsCode: item.hsCode,
  originCountry: item.originCountry,
});

type Amounts = Partial<
  Record<'subtotal' | 'shipping' | 'salesTax' | 'handling' | 'discount' | 'total', number | undefined>
>;

export const toAmounts = (given: Amounts): Complete<StatedAmounts> => ({
  subtotalCents: toCents(given.subtotal),
  shippingCents: toCents(given.shipping),
  taxCents: toCents(given.salesTax),
  handlingCents: toCents(given.handling),
  discountCents: toCents(given.discount),
  totalCents: toCents(given.total),
});

const toCents = (dollars: number | undefined) => (dollars === undefined ? undefined : fromDollars(dollars));
