import type { Order } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { linkOrNull, textOrNull, zonedTimestampOrNull } from '../../../operations/nullable';
import { link, pathId, utcTime } from '../fields';
import { EXAMPLE_ORDER_ID, EXAMPLE_TRACKING_NUMBER } from '../openapi/example-values';
import { restOrderStatus } from '../orders/order-schema';
import { shownShipDate } from '../orders/ship-date';
import { defineRoute, ok, type RestContext } from '../route';

const resultSchema = z
  .object({
    orderId: z.int(),
    orderStatus: z.string().meta({ description: 'More may come: tolerate new values.' }),
    trackingNumber: z.string().nullable().meta({ description: 'null until a label is purchased.' }),
    trackingUrl: link('Where the parcel can be followed.').nullable(),
    shipDate: utcTime('When the label was purchased, or the order shipped.').nullable(),
    inTransitDate: utcTime('The first scan on the way.').nullable(),
    deliveredDate: utcTime('When it was delivered.').nullable(),
    exceptionDate: utcTime('When the carrier told of a problem.').nullable(),
    exception: z.string().nullable().meta({ description: 'What the problem is, as the carrier says it.' }),
    lastTrackingUpdate: utcTime('How fresh this is; null when nobody knows.').nullable(),
    voidPending: z.boolean().meta({
      description: 'true while the carrier has not answered the void of the label: do not use it.',
    }),
  })
  .meta({ id: 'Tracking' });

/** @see decisions, "REST endpoints"; MCP's track_order */
export const getTracking = defineRoute({
  operationId: 'getTracking',
  method: 'GET',
  path: '/public/order/{id}/tracking',
  tag: 'Shipping',
  summary: 'Track an order',
  description:
    'The latest tracking that is known here; no carrier is asked. Without a label, all of it is null.',
  access: 'bearer',
  params: z.object({ id: pathId('Order', 'Id of the order.') }),
  answers: { 200: z.object({ result: resultSchema }) },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    answer: {
      result: {
        orderId: EXAMPLE_ORDER_ID,
        orderStatus: 'In transit',
        trackingNumber: EXAMPLE_TRACKING_NUMBER,
        trackingUrl: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${EXAMPLE_TRACKING_NUMBER}`,
        shipDate: '2026-11-03T09:12:44Z',
        inTransitDate: '2026-11-04T02:20:00Z',
        deliveredDate: null,
        exceptionDate: null,
        exception: null,
        lastTrackingUpdate: '2026-11-04T02:20:00Z',
        voidPending: false,
      },
    },
  },
  async run({ params }, context) {
    const order = await context.clients.orders.getOrder(context.caller, { orderId: params.id });
    return ok({ result: present(order, context) });
  },
});

const present = (order: Order, context: RestContext): z.infer<typeof resultSchema> => ({
  orderId: order.orderId,
  orderStatus: restOrderStatus(order.status),
  trackingNumber: textOrNull(order.label?.trackingNumber ?? order.trackingNumber),
  trackingUrl: linkOrNull(context, order.label?.trackingUrl ?? order.trackingUrl),
  shipDate: shownShipDate(order),
  inTransitDate: zonedTimestampOrNull(order.inTransitDate),
  deliveredDate: zonedTimestampOrNull(order.deliveredDate),
  exceptionDate: zonedTimestampOrNull(order.exceptionDate),
  exception: textOrNull(order.exception),
  lastTrackingUpdate: zonedTimestampOrNull(order.lastTrackingUpdate),
  voidPending: order.label?.pendingVoid !== undefined,
});
