import type { Pickup, PickupOrder } from '@parcelyard/contracts/pickups';
import { z } from 'zod';
import { textOrNull, zonedTimestampOrNull } from '../../../values/nullable';
import { utcTime } from '../fields';
import { EXAMPLE_ORDER_ID, EXAMPLE_PICKUP_ID } from '../openapi/example-values';
import { restOrderStatus } from '../orders/rest-order-status';
import type { RestContext } from '../route';

const pickupFields = {
  pickupId: z.int(),
  carrier: z.string(),
  status: z
    .string()
    .meta({ description: 'scheduled, picked_up, canceled or error; more values may be added.' }),
  date: z.string().meta({
    format: 'date',
    description: 'Day on which the parcels are collected, at the ship-from address.',
  }),
  window: z
    .object({ start: z.string(), end: z.string() })
    .meta({ id: 'PickupWindow', description: 'Times of day at the ship-from address, such as 09:00.' })
    .nullable(),
  location: z.string().meta({ description: 'Where the driver finds the parcels.' }),
  instructions: z.string().nullable(),
  confirmationNumber: z.string().nullable().meta({ description: 'Confirmation number of the carrier.' }),
  orderIds: z.array(z.int()),
  packageCount: z.int(),
  createdAt: utcTime('When the pickup was booked.').nullable(),
  canceledAt: utcTime('When the pickup was canceled.').nullable(),
  scanFormUrl: z.url().nullable().meta({
    description: 'A form with which the carrier accepts all parcels in one scan; null if there is none.',
  }),
  note: z.string().optional().meta({ description: 'More information about the pickup.' }),
};

/** @see [REST-P1] */
export const pickupSchema = z.object(pickupFields).meta({ id: 'Pickup' });

/** One pickup with its orders. */
export const pickupDetailsSchema = z
  .object({
    ...pickupFields,
    orders: z.array(
      z
        .object({
          orderId: z.int(),
          orderNumber: z.string(),
          name: z.string().meta({ description: 'Name of the recipient.' }),
          orderStatus: z.string(),
          trackingNumber: z.string().nullable(),
        })
        .meta({ id: 'PickupOrder' }),
    ),
  })
  .meta({ id: 'PickupDetails' });

export const presentPickup = (
  pickup: Pickup,
  { sentence }: Pick<RestContext, 'sentence'>,
): z.infer<typeof pickupSchema> => ({
  pickupId: pickup.pickupId,
  carrier: pickup.carrier,
  status: pickup.status,
  date: pickup.date,
  window: pickup.window ? { start: pickup.window.start, end: pickup.window.end } : null,
  location: pickup.location,
  instructions: textOrNull(pickup.instructions),
  confirmationNumber: textOrNull(pickup.confirmationNumber),
  orderIds: pickup.orderIds,
  packageCount: pickup.packageCount,
  createdAt: zonedTimestampOrNull(pickup.createdAt),
  canceledAt: zonedTimestampOrNull(pickup.canceledAt),
  scanFormUrl: pickup.scanFormUrl ?? null,
  ...(pickup.notes.length > 0 && { note: pickup.notes.map(sentence).join(' ') }),
});

export const presentPickupOrder = (
  order: PickupOrder,
): z.infer<typeof pickupDetailsSchema>['orders'][number] => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  name: order.name,
  orderStatus: restOrderStatus(order.status),
  trackingNumber: textOrNull(order.trackingNumber),
});

export const EXAMPLE_PICKUP: z.infer<typeof pickupSchema> = {
  pickupId: EXAMPLE_PICKUP_ID,
  carrier: 'usps',
  status: 'scheduled',
  date: '2026-11-04',
  window: { start: '09:00', end: '17:00' },
  location: 'Front porch',
  instructions: null,
  confirmationNumber: 'WTC31240188',
  orderIds: [EXAMPLE_ORDER_ID],
  packageCount: 1,
  createdAt: '2026-11-03T10:02:11Z',
  canceledAt: null,
  scanFormUrl: null,
};
