import { z } from 'zod';
import { newestScans, type OrderTracking, readTracking } from '../../../operations/read-tracking';
import { linkOrNull, textOrNull, zonedTimestampOrNull } from '../../../values/nullable';
import { orderStatusLabel } from '../../../values/order-status';
import { link, pathId, utcTime } from '../fields';
import { EXAMPLE_ORDER_ID, EXAMPLE_TRACKING_NUMBER } from '../openapi/example-values';
import { restOrderStatus } from '../orders/rest-order-status';
import { shownShipDate } from '../orders/ship-date';
import { defineRoute, ok, type RestContext } from '../route';

const scanSchema = z
  .object({
    at: utcTime('When it was scanned.').nullable(),
    status: z.string(),
    description: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
  })
  .meta({ id: 'TrackingScan' });

const resultSchema = z
  .object({
    orderId: z.int(),
    orderStatus: z.string().meta({ description: 'More values may be added; accept unknown values.' }),
    status: z.string().meta({
      description:
        'The status as MCP shows it. It has both Label purchased and Label printed, where orderStatus has only Label Printed.',
    }),
    trackingNumber: z.string().nullable().meta({ description: 'null until a label is purchased.' }),
    trackingUrl: link('Page where the parcel can be tracked.').nullable(),
    shipDate: utcTime('When the label was purchased, or the order shipped.').nullable(),
    inTransitDate: utcTime('Time of the first scan in transit.').nullable(),
    deliveredDate: utcTime('When it was delivered.').nullable(),
    exceptionDate: utcTime('When the carrier reported a problem.').nullable(),
    exception: z.string().nullable().meta({ description: 'The problem, in the carrier’s words.' }),
    lastTrackingUpdate: utcTime('Time of the newest tracking data; null if unknown.').nullable(),
    carrier: z.string().nullable(),
    service: z.string().nullable().meta({ description: 'Name of the carrier service.' }),
    estimatedDeliveryDate: z
      .string()
      .nullable()
      .meta({ description: 'YYYY-MM-DD, from the purchased rate.' }),
    scans: z.array(scanSchema).meta({ description: 'Newest first, 20 at most.' }),
    voidPending: z.boolean().meta({
      description: 'true while the carrier has not answered the void of the label. Do not use the label.',
    }),
  })
  .meta({ id: 'Tracking' });

/** @see [REST-R6] */
export const getTracking = defineRoute({
  operationId: 'getTracking',
  method: 'GET',
  path: '/public/order/{id}/tracking',
  tag: 'Shipping',
  summary: 'Track an order',
  description:
    'Returns the tracking that is stored; the carrier is not asked. Before a label is purchased, the fields of the parcel are null.',
  params: z.object({ id: pathId('Order', 'Id of the order.') }),
  answers: { 200: z.object({ result: resultSchema }) },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    answer: {
      result: {
        orderId: EXAMPLE_ORDER_ID,
        orderStatus: 'In transit',
        status: 'In transit',
        trackingNumber: EXAMPLE_TRACKING_NUMBER,
        trackingUrl: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${EXAMPLE_TRACKING_NUMBER}`,
        shipDate: '2026-11-03T09:12:44Z',
        inTransitDate: '2026-11-04T02:20:00Z',
        deliveredDate: null,
        exceptionDate: null,
        exception: null,
        lastTrackingUpdate: '2026-11-04T02:20:00Z',
        carrier: 'usps',
        service: 'USPS Ground Advantage',
        estimatedDeliveryDate: '2026-11-06',
        scans: [
          {
            at: '2026-11-04T02:20:00Z',
            status: 'In transit',
            description: 'Accepted at origin facility',
            city: 'Austin',
            state: 'TX',
            country: 'US',
          },
        ],
        voidPending: false,
      },
    },
  },
  async run({ params }, context) {
    return ok({ result: present(await readTracking(context, { orderId: params.id }), context) });
  },
});

const present = ({ order, parcel }: OrderTracking, context: RestContext): z.infer<typeof resultSchema> => ({
  orderId: order.orderId,
  orderStatus: restOrderStatus(order.status),
  status: orderStatusLabel(order.status),
  trackingNumber: textOrNull(order.label?.trackingNumber ?? order.trackingNumber),
  trackingUrl: linkOrNull(context, order.label?.trackingUrl ?? order.trackingUrl),
  shipDate: shownShipDate(order),
  inTransitDate: zonedTimestampOrNull(order.inTransitDate),
  deliveredDate: zonedTimestampOrNull(order.deliveredDate),
  exceptionDate: zonedTimestampOrNull(order.exceptionDate),
  exception: textOrNull(order.exception),
  lastTrackingUpdate: zonedTimestampOrNull(order.lastTrackingUpdate),
  carrier: textOrNull(parcel?.carrier ?? order.label?.carrier),
  service: textOrNull(parcel?.method ?? order.label?.method),
  estimatedDeliveryDate: textOrNull(parcel?.estimatedDeliveryDate ?? order.label?.estimatedDeliveryDate),
  scans: newestScans(parcel).map(({ at, status, description, city, state, country }) => ({
    at: zonedTimestampOrNull(at),
    status: orderStatusLabel(status),
    description,
    city: textOrNull(city),
    state: textOrNull(state),
    country: textOrNull(country),
  })),
  voidPending: order.label?.pendingVoid !== undefined,
});
