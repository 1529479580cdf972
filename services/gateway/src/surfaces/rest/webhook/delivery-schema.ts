import type { WebhookDelivery } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { zonedTimestampOrNull } from '../../../values/nullable';
import { utcTime } from '../fields';
import { EXAMPLE_DELIVERY_ID, EXAMPLE_ORDER_ID } from '../openapi/example-values';

/** @see [REST-W15] */
export const deliverySchema = z
  .object({
    deliveryId: z.int(),
    eventId: z.int().meta({ description: '`EventId` of the event.' }),
    eventType: z
      .string()
      .meta({ description: '`EventType` of the event: label_printed, label_voided or test.' }),
    orderId: z.int().nullable().meta({ description: 'null for a test.' }),
    attempt: z.int().meta({ description: 'Number of attempts since the delivery was created or replayed.' }),
    status: z.string().meta({ description: 'pending, delivered, retrying or failed.' }),
    responseCode: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last attempt; null if the URL did not answer.' }),
    durationMs: z.int().nullable().meta({ description: 'Duration of the last attempt in milliseconds.' }),
    nextAttemptAt: utcTime('Time of the next attempt; null if there is none.').nullable(),
    lastError: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    createdAt: utcTime('When the event was created.'),
  })
  .meta({ id: 'WebhookDelivery' });

export const presentDelivery = (delivery: WebhookDelivery): z.infer<typeof deliverySchema> => ({
  deliveryId: delivery.deliveryId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  orderId: delivery.orderId ?? null,
  attempt: delivery.attempt,
  status: delivery.status,
  responseCode: delivery.responseCode ?? null,
  durationMs: delivery.durationMs ?? null,
  nextAttemptAt: zonedTimestampOrNull(delivery.nextAttemptAt),
  lastError: delivery.lastError ?? null,
  createdAt: zonedTimestampOrNull(delivery.createdAt) ?? '',
});

export const EXAMPLE_DELIVERY = {
  deliveryId: EXAMPLE_DELIVERY_ID,
  eventId: 7042,
  eventType: 'label_printed',
  orderId: EXAMPLE_ORDER_ID,
  attempt: 1,
  status: 'delivered',
  responseCode: 204,
  durationMs: 187,
  nextAttemptAt: null,
  lastError: null,
  createdAt: '2026-11-02T15:09:05Z',
} as const;
