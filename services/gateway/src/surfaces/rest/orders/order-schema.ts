import { z } from 'zod';
import type { RestOrder } from '../../../values/order-fields';
import { link, utcTime } from '../fields';
import {
  EXAMPLE_CUSTOMER_ID,
  EXAMPLE_EXTERNAL_ORDER_ID,
  EXAMPLE_INVOICE_NUMBER,
  EXAMPLE_ORDER_ID,
  EXAMPLE_RECIPIENT,
} from '../openapi/example-values';

const shipmentSchema = z
  .object({
    shipDate: utcTime('When the label was purchased, or the order shipped.').nullable(),
    shippingMethod: z.string().nullable(),
    shippingCost: z.number().nullable(),
    trackingNumber: z.string().nullable().meta({ description: 'null until a label is purchased.' }),
    trackingURL: link('Page where the parcel can be tracked.').nullable(),
    shippingLabelURL: link('The label to print; null while its void is pending.').nullable(),
  })
  .meta({ id: 'Shipment' });

const itemSchema = z
  .object({
    id: z.int(),
    itemCode: z.string(),
    upc: z.string(),
    price: z.number(),
    quantity: z.int(),
    totalPrice: z.number().meta({ description: 'Price times quantity.' }),
    hsCode: z.string().optional().meta({ description: 'Absent if it was not given.' }),
    originCountry: z.string().optional(),
  })
  .meta({ id: 'OrderItem' });

const storeFulfillmentSchema = z
  .object({
    state: z.string().meta({
      description:
        'pending, waiting_for_print, fulfilled, not_needed, withdrawing, withdrawn or failed. More values may be added; accept unknown values.',
    }),
    at: utcTime('When this state began.'),
    message: z.string().nullable().meta({ description: 'Why the update failed; null if it did not fail.' }),
  })
  .meta({
    id: 'StoreFulfillment',
    description:
      'State of the update that tells the order’s store about the label. null if there is no such update.',
  });

const measuresSchema = z
  .object({
    weight: z.number().nullable().meta({ description: 'Ounces.' }),
    length: z.number().nullable().meta({ description: 'Inches.' }),
    width: z.number().nullable(),
    height: z.number().nullable(),
  })
  .meta({ id: 'Measures' });

const adjustmentSchema = z
  .object({
    amount: z.number().meta({ description: 'Amount charged to the balance; a negative amount is a refund.' }),
    carrier: z.string(),
    billed: measuresSchema,
    measured: measuresSchema,
    reason: z.string(),
    at: utcTime('When the balance was charged or refunded.'),
  })
  .meta({
    id: 'PostageAdjustment',
    description: 'A carrier’s change of a label’s postage after the purchase.',
  });

/** @see [REST-O3] */
export const orderSchema = z
  .object({
    id: z.int(),
    customerId: z.int(),
    invoiceNumber: z.string(),
    externalOrderId: z.string().nullable(),
    storeNotice: z.string().nullable().meta({
      description:
        'A notice about the order in its store, for example that the order was fulfilled, canceled or changed there. null if there is none.',
    }),
    storeFulfillment: storeFulfillmentSchema.nullable(),
    externalOrderNumber: z
      .string()
      .nullable()
      .meta({ description: 'Number of the order in its store, such as #1001.' }),
    orderNumber: z.string(),
    orderStatus: z.string().meta({ description: 'More values may be added; accept unknown values.' }),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address1: z.string(),
    address2: z.string(),
    address3: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
    total: z.number(),
    salesTax: z.number(),
    handling: z.number(),
    subtotal: z.number(),
    shipping: z.number(),
    weight: z.number().nullable().meta({ description: 'Ounces.' }),
    discount: z.number(),
    length: z.number().nullable().meta({ description: 'Inches.' }),
    width: z.number().nullable(),
    height: z.number().nullable(),
    orderNote: z.string(),
    dateTime: utcTime('When the order was placed, in UTC.'),
    updatedAt: utcTime(
      'Time of the last change; null if unknown. Changes of the customer record do not count, even if the order takes a missing name, e-mail address or phone number from it.',
    ).nullable(),
    voidPending: z.boolean().meta({
      description:
        'true while the carrier has not answered the void of the order’s label or return label. Do not use that label.',
    }),
    shipment: shipmentSchema,
    adjustments: z
      .array(adjustmentSchema)
      .optional()
      .meta({ description: 'Absent if no carrier changed the postage of a label.' }),
    items: z.array(itemSchema),
  } satisfies RestOrder<z.ZodType>)
  .meta({ id: 'Order', description: 'An order. Texts without a value are empty.' });

/** The order that EXAMPLE_ORDER_INPUT creates, as an answer shows it. */
export const EXAMPLE_ORDER = {
  id: EXAMPLE_ORDER_ID,
  customerId: EXAMPLE_CUSTOMER_ID,
  invoiceNumber: EXAMPLE_INVOICE_NUMBER,
  externalOrderId: EXAMPLE_EXTERNAL_ORDER_ID,
  storeNotice: null,
  storeFulfillment: null,
  voidPending: false,
  externalOrderNumber: null,
  orderNumber: 'TDL7JD',
  orderStatus: 'Ready to ship',
  ...EXAMPLE_RECIPIENT,
  phone: '',
  address2: '',
  address3: '',
  total: 25,
  salesTax: 0,
  handling: 0,
  subtotal: 25,
  shipping: 0,
  weight: null,
  discount: 0,
  length: null,
  width: null,
  height: null,
  orderNote: '',
  dateTime: '2026-11-02T15:04:05Z',
  updatedAt: '2026-11-02T15:04:05Z',
  shipment: {
    shipDate: null,
    shippingMethod: null,
    shippingCost: null,
    trackingNumber: null,
    trackingURL: null,
    shippingLabelURL: null,
  },
  items: [{ id: 1, itemCode: 'MUG', upc: '', price: 12.5, quantity: 2, totalPrice: 25 }],
} satisfies z.infer<typeof orderSchema>;
