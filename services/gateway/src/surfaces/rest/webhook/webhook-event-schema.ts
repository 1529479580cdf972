import type { WebhookEvent } from '@parcelyard/service-kit/webhook-event';
import { z } from 'zod';
import { link, utcTime } from '../fields';
import { EXAMPLE_RATE_REQUEST } from '../openapi/example-rates';
import {
  EXAMPLE_EMAIL,
  EXAMPLE_INVOICE_NUMBER,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TRACKING_NUMBER,
} from '../openapi/example-values';

const dollars = (description: string) => z.number().meta({ description: `${description}, in dollars.` });

const shipmentSchema = z
  .object({
    ShipDate: utcTime('When the label was purchased.'),
    ShippingMethod: z.string().meta({ description: 'Carrier service of the label.' }),
    ShippingCost: dollars('Price of the label'),
    TrackingNumber: z.string(),
    TrackingURL: link('Tracking page.'),
    ShippingLabelURL: link('The printable label.'),
  })
  .meta({ id: 'WebhookShipment' });

const itemSchema = z
  .object({
    Id: z.int().meta({ description: 'Id of the item.' }),
    ItemCode: z.string().meta({ description: 'Code of the item, or its name if it has no code.' }),
    UPC: z.string(),
    Price: dollars('Price of one piece'),
    Quantity: z.int(),
  })
  .meta({ id: 'WebhookItem' });

/**
 * The body of an event. The orders service writes it; this schema is only for the document.
 * @see [REST-W7]
 */
export const webhookEventSchema = z
  .object({
    EventId: z.int().meta({
      description: 'The same in every attempt and in the header `X-Ship-Event-Id`. Use it to deduplicate.',
    }),
    EventType: z.string().meta({
      description:
        '`label_printed`: a label was purchased. `label_voided`: the label of an earlier event was voided. `test`: a test event without an order. More types may be added.',
      examples: ['label_printed', 'label_voided', 'test'],
    }),
    Id: z.int().meta({ description: 'Id of the order; 0 in a test.' }),
    InvoiceNumber: z.string(),
    OrderStatus: z.string().meta({
      description:
        '`Label Printed`. In an event `label_voided`, the status of the order at that time, such as `Ready to ship`.',
    }),
    FirstName: z.string(),
    LastName: z.string(),
    Email: z.string(),
    Phone: z.string(),
    Address1: z.string(),
    Address2: z.string(),
    Address3: z.string(),
    City: z.string(),
    State: z.string(),
    Zip: z.string(),
    Country: z.string(),
    Total: dollars('Total of the order'),
    SalesTax: dollars('Sales tax'),
    Handling: dollars('Handling'),
    Subtotal: dollars('Sum of the items'),
    Shipping: dollars('What the customer paid for shipping'),
    Weight: z.number().nullable().meta({ description: 'Ounces; null if unknown.' }),
    Discount: dollars('Discount'),
    Shipment: shipmentSchema,
    Items: z.array(itemSchema),
  } satisfies { [Name in keyof WebhookEvent]: z.ZodType<WebhookEvent[Name]> })
  .meta({
    id: 'WebhookEvent',
    description: 'The body of a delivery. Texts without a value are empty.',
  });

const { City, State, Zip, Country } = EXAMPLE_RATE_REQUEST.ToAddress;

/** The event for the label of the example order. */
export const EXAMPLE_EVENT = {
  EventId: 7001,
  EventType: 'label_printed',
  Id: EXAMPLE_ORDER_ID,
  InvoiceNumber: EXAMPLE_INVOICE_NUMBER,
  OrderStatus: 'Label Printed',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Email: EXAMPLE_EMAIL,
  Phone: '',
  Address1: '350 5th Ave',
  Address2: '',
  Address3: '',
  City,
  State,
  Zip,
  Country,
  Total: 25,
  SalesTax: 0,
  Handling: 0,
  Subtotal: 25,
  Shipping: 0,
  Weight: 12,
  Discount: 0,
  Shipment: {
    ShipDate: '2026-11-02T15:04:05Z',
    ShippingMethod: 'USPS Ground Advantage',
    ShippingCost: 6.3,
    TrackingNumber: EXAMPLE_TRACKING_NUMBER,
    TrackingURL: `https://ship.example/track/${EXAMPLE_TRACKING_NUMBER}`,
    ShippingLabelURL: 'https://ship.example/labels/MTAwMTpsYWJlbA.k1.atDLaj989z4qMoea7Tg4J4VS',
  },
  Items: [{ Id: 1, ItemCode: 'MUG', UPC: '', Price: 12.5, Quantity: 2 }],
} satisfies WebhookEvent;
